import type { PolicyConfig } from '../../../../shared/api/types.ts';

/** Fields of the policy about log privacy, which have a form of their own. */
export const PRIVACY_FIELDS = [
  'log_addresses',
  'log_mask_query_values',
  'log_omit_user_agents',
  'log_omit_fingerprints',
  'recording_masked_fields',
] as const satisfies readonly (keyof PolicyConfig)[];
export type PrivacyFieldName = (typeof PRIVACY_FIELDS)[number];
