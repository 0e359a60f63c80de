import type { PolicyConfig } from '../../../../shared/api/types.ts';

/** Fields of the policy about delivery, which have a form of their own. */
export const TRAFFIC_FIELDS = [
  'redirects',
  'header_rules',
  'csp_reports',
  'own_pages',
  'maintenance_mode',
  'maintenance_allowed_ips',
  'maintenance_retry_after_seconds',
] as const satisfies readonly (keyof PolicyConfig)[];
export type TrafficFieldName = (typeof TRAFFIC_FIELDS)[number];
