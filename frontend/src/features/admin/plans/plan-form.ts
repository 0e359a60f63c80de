import { SEED_ENTITLEMENTS, toView } from '@palisade/entitlements';
import { featureTexts } from '../../../entities/plan/plan-features.ts';
import type { AdminPlan, EntitlementsDto, PlanCreate } from '../../../shared/api/types.ts';
import { requiredText, text } from '../../../shared/lib/form-fields.ts';
import * as z from '../../../shared/lib/zod.ts';

const GB = 1_000_000_000;
const MAX_RETENTION_DAYS = 3_650;

/** Numeric limits of a plan. Where empty is allowed, it means unlimited. */
export const LIMITS = [
  { name: 'max_domains', label: 'Domains', unit: 'number' },
  { name: 'max_rate_limit_requests', label: 'Highest rate limit', unit: 'requests/min' },
  { name: 'max_custom_rules', label: 'Custom rules', unit: 'per domain' },
  { name: 'max_inspected_upload_mb', label: 'Inspected upload size', unit: 'MB' },
  { name: 'max_recorded_requests', label: 'Recorded requests', unit: 'per domain' },
  { name: 'max_log_streams', label: 'Log streams', unit: 'number' },
  { name: 'log_retention_days', label: 'Log retention', unit: 'days', required: true },
  { name: 'bandwidth_bytes', label: 'Bandwidth', unit: 'GB per month' },
] as const;

/** Features that a plan includes or not. */
export const INCLUDED = [
  { name: 'rate_limiting', label: 'Rate limiting' },
  { name: 'ddos_protection', label: 'DDoS protection' },
  { name: 'ip_management', label: 'IP allow and block lists' },
  { name: 'bot_protection', label: 'Bot protection' },
  { name: 'geo_blocking', label: 'Geo-blocking' },
  { name: 'edge_caching', label: 'Edge caching' },
  { name: 'rule_set_choice', label: 'Choice of rule sets' },
] as const satisfies readonly { name: keyof EntitlementsDto; label: string }[];

const limit = () =>
  text().check(z.refine((value) => /^\d{0,9}$/.test(value), 'A whole number, or empty: unlimited'));
const isPrice = (value: string) => value.trim() !== '' && Number(value) >= 0;
const isRetention = (value: string) =>
  /^\d+$/.test(value) && Number(value) >= 1 && Number(value) <= MAX_RETENTION_DAYS;

export const planSchema = z.object({
  name: requiredText('Please enter a name'),
  slug: requiredText('Please enter a slug'),
  price: z.string().check(z.refine(isPrice, 'Please enter a price, 0 or more')),
  description: text(),
  features: z.string(),
  is_active: z.boolean(),
  entitlements: z.object({
    max_domains: limit(),
    max_rate_limit_requests: limit(),
    max_custom_rules: limit(),
    max_inspected_upload_mb: limit(),
    max_recorded_requests: limit(),
    max_log_streams: limit(),
    log_retention_days: text().check(z.refine(isRetention, `Please enter 1 to ${MAX_RETENTION_DAYS} days`)),
    bandwidth_bytes: text().check(
      z.refine((value) => /^(?:\d{1,9}(?:\.\d{1,9})?)?$/.test(value), 'A number of GB, or empty: unlimited'),
    ),
    rate_limiting: z.boolean(),
    ddos_protection: z.boolean(),
    ip_management: z.boolean(),
    bot_protection: z.boolean(),
    geo_blocking: z.boolean(),
    edge_caching: z.boolean(),
    rule_set_choice: z.boolean(),
  }),
});
export type PlanForm = z.infer<typeof planSchema>;

const orEmpty = (value: number | null, unit = 1): string => (value === null ? '' : String(value / unit));
const orUnlimited = (value: string, unit = 1): number | null =>
  value === '' ? null : Math.round(Number(value) * unit);

/** Initial values; a new plan has those of the free one. */
export function planFormOf(plan: AdminPlan | undefined): PlanForm {
  const {
    max_domains,
    max_rate_limit_requests,
    max_custom_rules,
    max_inspected_upload_mb,
    max_recorded_requests,
    max_log_streams,
    log_retention_days,
    bandwidth_bytes,
    ...included
  } = plan?.entitlements ?? toView(SEED_ENTITLEMENTS.free);
  return {
    name: plan?.name ?? '',
    slug: plan?.slug ?? '',
    price: String(plan?.price ?? ''),
    description: plan?.description ?? '',
    features: plan ? featureTexts(plan.features).join('\n') : '',
    is_active: plan?.is_active ?? true,
    entitlements: {
      ...included,
      max_domains: orEmpty(max_domains),
      max_rate_limit_requests: orEmpty(max_rate_limit_requests),
      max_custom_rules: orEmpty(max_custom_rules),
      max_inspected_upload_mb: orEmpty(max_inspected_upload_mb),
      max_recorded_requests: orEmpty(max_recorded_requests),
      max_log_streams: orEmpty(max_log_streams),
      log_retention_days: String(log_retention_days),
      bandwidth_bytes: orEmpty(bandwidth_bytes, GB),
    },
  };
}

/** The form's values for the API. */
export function planInputOf({ price, features, entitlements, ...form }: PlanForm): PlanCreate {
  return {
    ...form,
    price: Number(price),
    features: features
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
    entitlements: {
      ...entitlements,
      max_domains: orUnlimited(entitlements.max_domains),
      max_rate_limit_requests: orUnlimited(entitlements.max_rate_limit_requests),
      max_custom_rules: orUnlimited(entitlements.max_custom_rules),
      max_inspected_upload_mb: orUnlimited(entitlements.max_inspected_upload_mb),
      max_recorded_requests: orUnlimited(entitlements.max_recorded_requests),
      max_log_streams: orUnlimited(entitlements.max_log_streams),
      log_retention_days: Number(entitlements.log_retention_days),
      bandwidth_bytes: orUnlimited(entitlements.bandwidth_bytes, GB),
    },
  };
}
