import type { PolicyConfig } from '../../../../shared/api/types.ts';

/** Fields of the policy that have a form of their own, which is loaded when it is opened. */
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
