/** Features that an operator can switch off on all nodes at once, whatever sites have configured. */
export const KILL_SWITCHES = [
  'rules',
  'rule_releases',
  'application_packs',
  'bots',
  'crawlers',
  'ddos',
  'rate_limits',
  'geo',
  'cache',
  'compression',
  'upload_scan',
  'leaked_passwords',
  'deception',
] as const;
export type KillSwitch = (typeof KILL_SWITCHES)[number];

/**
 * What makes the rule engine quick, each under its name in the engine. Without it answers are the same and take longer: for
 * when one is suspected of hiding an attack.
 */
export const ENGINE_SWITCHES = [
  'engine_scan_index',
  'engine_quick_look',
  'engine_candidate_memo',
  'engine_transformation_cache',
  'engine_transformation_triggers',
  'engine_site_plans',
  'engine_packed_arguments',
  'engine_member_repeats',
  'engine_request_look',
  'engine_value_look',
  'engine_sql_look',
  'engine_single_values',
  'engine_automaton_states',
  'engine_scan_reuse',
] as const;
export type EngineSwitch = (typeof ENGINE_SWITCHES)[number];

/** All that the controls of the edge may name. */
export const EDGE_SWITCHES = [...KILL_SWITCHES, ...ENGINE_SWITCHES] as const;
export type EdgeSwitch = (typeof EDGE_SWITCHES)[number];
