import { z } from 'zod';
import type { EntitlementsView } from './view.ts';

const limit = z.int().min(0).max(4_294_967_295).nullable();

/** Entitlements as the API shows them. `null` as a limit means unlimited. */
export const entitlementsSchema = z
  .object({
    max_domains: limit,
    rate_limiting: z.boolean(),
    /** The highest rate limit an owner may set, per client address and minute. */
    max_rate_limit_requests: limit,
    ddos_protection: z.boolean(),
    ip_management: z.boolean(),
    bot_protection: z.boolean(),
    geo_blocking: z.boolean(),
    edge_caching: z.boolean(),
    /** Sites may run a rule release that the operator has installed, such as OWASP CRS. */
    rule_set_choice: z.boolean(),
    max_custom_rules: limit,
    /** Maximum inspected MiB of an upload that an owner may set; a tenth of it for other bodies. */
    max_inspected_upload_mb: limit,
    /** Requests of a site that are kept for replays, the newest; 0: none. */
    max_recorded_requests: limit,
    /** Log streams of an account, of all its sites together. */
    max_log_streams: limit,
    log_retention_days: z.int().min(1).max(3_650),
    /** Per calendar month; metered and warned about, never cut. */
    bandwidth_bytes: z.int().min(0).nullable(),
  } satisfies Record<keyof EntitlementsView, z.ZodType>)
  .meta({ id: 'Entitlements' });
