import { z } from 'zod';
import { domainParameter } from '../request-logs/log-parameters.schema.ts';

export const nowQuerySchema = z.object({ domain: domainParameter });

const counted = { requests: z.int(), blocked: z.int() };
/** Failed: no origin answered them. */
const countedInHour = { ...counted, failed: z.int() };

const attackSchema = z
  .object({
    /** The first minute of it. */
    since: z.iso.datetime(),
    /** Blocked requests since then. */
    blocked: z.int(),
    threat_type: z.string(),
    /** Networks that the newest of them came from, busiest first; IPv4 networks are /24, IPv6 networks /48. */
    networks: z.array(
      z.object({ network: z.string(), asn_name: z.string().nullable(), percentage: z.number() }),
    ),
  })
  .meta({ id: 'OngoingAttack' });

const siteNowSchema = z
  .object({
    id: z.string(),
    domain_name: z.string(),
    /** The last 24 hours. */
    day: z.object(counted),
    /** To the minute within the last hour, to the hour before; null: nothing in the last 30 days. */
    last_blocked_at: z.iso.datetime().nullable(),
    attack: attackSchema.nullable(),
    /** Results of requests to the origin in the last five minutes; null: there were none. */
    origin: z
      .object({
        asked: z.int(),
        failed: z.int(),
        /** Since when none succeeded; null: some did. */
        down_since: z.iso.datetime().nullable(),
      })
      .nullable(),
    /** Repeated refusals, in the last 24 hours, of visitors whose other requests are allowed. */
    suspected: z
      .object({ path: z.string(), threat_type: z.string(), requests: z.int(), addresses: z.int() })
      .nullable(),
  })
  .meta({ id: 'SiteNow' });

export const dashboardNowSchema = z
  .object({
    as_of: z.iso.datetime(),
    /** The last 60 minutes. */
    hour: z.object(countedInHour),
    /** Mean of the same 60 minutes of the preceding days, up to a week; null without a whole day before. */
    usual: z.object(counted).nullable(),
    /** The last 60 minutes, one by one. */
    minutes: z.array(z.object({ time: z.iso.datetime(), ...countedInHour })),
    sites: z.array(siteNowSchema),
  })
  .meta({ id: 'DashboardNow' });

export type DashboardNow = z.infer<typeof dashboardNowSchema>;
export type SiteNow = z.infer<typeof siteNowSchema>;
