export type EdgeStateErrorCode =
  | 'site_config_too_large'
  | 'site_config_malformed'
  | 'site_config_unknown_key'
  | 'site_config_bad_signature'
  | 'site_config_invalid'
  | 'site_config_stale'
  | 'site_config_wrong_site'
  | 'site_config_custom_rule'
  | 'site_config_rate_limit_rule'
  | 'edge_controls_malformed'
  | 'edge_controls_bad_signature'
  | 'rule_bundle_malformed'
  | 'rule_bundle_bad_signature'
  | 'list_set_malformed'
  | 'list_too_large'
  | 'list_not_addresses'
  | 'list_not_of_its_kind'
  | 'too_many_user_agents'
  | 'client_list_malformed'
  | 'client_list_bad_signature'
  | 'client_list_stale'
  | 'sealed_key_malformed'
  | 'sealed_key_not_ours'
  | 'edge_key_malformed';

/** An invalid message between control plane and edge. `detail` never contains key material. */
export class EdgeStateError extends Error {
  override readonly name = 'EdgeStateError';

  readonly code: EdgeStateErrorCode;
  readonly detail: string;

  constructor(code: EdgeStateErrorCode, detail: string, cause?: unknown) {
    super(`${code}: ${detail}`, cause === undefined ? undefined : { cause });
    this.code = code;
    this.detail = detail;
  }
}
