// Sections of the policy form in order, as listed in the outline.
import type { PolicyFields } from './policy-fields.ts';

interface PolicySection {
  /** Suffix of its element's id. */
  id: string;
  label: string;
  fields: readonly (keyof PolicyFields)[];
}

export const POLICY_SECTIONS = [
  {
    id: 'rules',
    label: 'Mode and rules',
    fields: [
      'mode',
      'enable_managed_rules',
      'rule_set',
      'waf_sensitivity',
      'paranoia_level',
      'inbound_anomaly_threshold',
      'on_engine_failure',
    ],
  },
  { id: 'single', label: 'Single rules', fields: ['rule_adjustments'] },
  { id: 'applications', label: 'Applications', fields: ['application_packs'] },
  {
    id: 'bots',
    label: 'Bots',
    fields: ['enable_bot_protection', 'bot_challenge', 'challenge_clearance_seconds', 'api_path_prefixes'],
  },
  {
    id: 'crawlers',
    label: 'Crawlers',
    fields: [
      'block_ai_crawlers',
      'crawler_robots_rules',
      'crawlers_search',
      'crawlers_ai_training',
      'crawlers_ai_assistant',
      'crawlers_preview',
      'crawlers_monitor',
      'crawlers_seo',
      'crawlers_feed',
    ],
  },
  {
    id: 'deception',
    label: 'Hidden links and fields',
    fields: ['deception', 'deception_links', 'deception_fields', 'deception_minutes'],
  },
  {
    id: 'passwords',
    label: 'Leaked passwords',
    fields: ['leaked_passwords', 'leaked_password_paths', 'leaked_password_fields'],
  },
  {
    id: 'floods',
    label: 'Limits and floods',
    fields: [
      'enable_rate_limiting',
      'rate_limit_requests',
      'path_rate_limits',
      'enable_ddos_protection',
      'ddos_protection_level',
    ],
  },
  { id: 'countries', label: 'Countries', fields: ['enable_geo_blocking', 'blocked_countries'] },
  {
    id: 'addresses',
    label: 'Addresses and lists',
    fields: [
      'blocked_ips',
      'allowed_ips',
      'blocked_lists',
      'allowed_lists',
      'challenged_lists',
      'allowed_ips_skip_rules',
    ],
  },
  {
    id: 'bodies',
    label: 'Bodies and uploads',
    fields: [
      'inspected_upload_kb',
      'files_beyond_inspection',
      'inspected_body_kb',
      'body_beyond_inspection',
      'upload_scanning',
      'upload_scan_over_limit',
    ],
  },
  {
    id: 'caching',
    label: 'Caching',
    fields: [
      'enable_caching',
      'cache_default_ttl_seconds',
      'cache_stale_while_revalidate_seconds',
      'cache_stale_if_error_seconds',
      'tiered_cache',
      'cache_ignored_query_parameters',
    ],
  },
  {
    id: 'recording',
    label: 'Records and reports',
    fields: ['traffic_recording', 'recording_rate_percent', 'visitor_reports'],
  },
] as const satisfies readonly PolicySection[];

export type PolicySectionId = (typeof POLICY_SECTIONS)[number]['id'];

export interface SectionState {
  changed: boolean;
  wrong: boolean;
}

/** Whether a section has unsaved changes or errors. */
export function sectionState(
  fields: readonly string[],
  { dirtyFields, errors }: { dirtyFields: object; errors: object },
): SectionState {
  return {
    changed: fields.some((name) => name in dirtyFields),
    wrong: fields.some((name) => name in errors),
  };
}
