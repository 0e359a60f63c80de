import type { CustomRule, RuleExclusion } from '../api/types.ts';
import { ruleText } from '../rules/custom-rule-words.ts';
import { exclusionText } from '../rules/exclusion-words.ts';
import { countryName } from './format.ts';

/** What each field of a configuration is called, as its form calls it. */
const labels: Readonly<Record<string, string>> = {
  origin_host: 'Origin Host',
  origin_port: 'Origin Port',
  origin_protocol: 'Protocol',
  origin_use_tls: 'Use TLS to the origin',
  verify_origin_certificate: "Verify the origin's certificate",
  redirect_to_https: 'Redirect to HTTPS',
  enable_hsts: 'HSTS',
  enable_http2: 'HTTP/2',
  origin_http2: 'HTTP/2 to the origin',
  enable_websocket: 'WebSocket',
  websocket_inspect_text: 'Inspect WebSocket messages',
  websocket_max_message_kb: 'Longest WebSocket message (kB)',
  enable_compression: 'Compression',
  pass_underscore_headers: 'Pass headers with underscores',
  timeout_seconds: 'Timeout (seconds)',
  origin_host_header: 'Host name for the origin',
  origin_weight: 'Weight of the first origin',
  additional_origins: 'More origins',
  sticky_sessions: 'Keep visitors on one origin',
  health_check: 'Health checks',
  mode: 'Mode',
  enable_managed_rules: 'Managed Rules',
  waf_sensitivity: 'WAF Sensitivity',
  enable_bot_protection: 'Bot Protection',
  bot_challenge: 'Who is challenged',
  challenge_clearance_seconds: 'Challenge valid for (seconds)',
  api_path_prefixes: 'API paths',
  enable_rate_limiting: 'Rate Limiting',
  rate_limit_requests: 'Requests per minute',
  path_rate_limits: 'Limits for single paths',
  enable_ddos_protection: 'DDoS Protection',
  ddos_protection_level: 'DDoS Protection Level',
  enable_geo_blocking: 'Geo-Blocking',
  blocked_countries: 'Blocked Countries',
  enable_caching: 'Caching',
  cache_default_ttl_seconds: 'Default lifetime (seconds)',
  cache_stale_while_revalidate_seconds: 'Stale while fetching (seconds)',
  cache_stale_if_error_seconds: 'Stale on error (seconds)',
  cache_ignored_query_parameters: 'Ignored query parameters',
  upload_scanning: 'Scan uploads for malware',
  upload_scan_over_limit: 'Uploads larger than the scanner takes',
  allowed_ips: 'Allowed IPs',
  blocked_ips: 'Blocked IPs',
  allowed_ips_skip_rules: 'Allowed IPs skip the managed rules',
  on_engine_failure: 'If the rule engine fails',
  custom_rules: 'Custom rules',
  rule_exclusions: 'Exceptions',
};

/** What a choice is called where its value says little. */
const choices: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  mode: { On: 'Block', DetectionOnly: 'Log only', Off: 'Off' },
  on_engine_failure: { open: 'let it through', closed: 'refuse it' },
  upload_scanning: {
    off: 'off',
    fail_open: 'on, let pass without scanner',
    fail_closed: 'on, refuse without scanner',
  },
};

/** Lists whose entries differ one by one, each as `policyConfig.custom_rules.<id>`. */
const listsById: ReadonlySet<string> = new Set(['custom_rules', 'rule_exclusions']);

const nameOf = (field: string): string => field.split('.')[1] ?? field;

/** `policyConfig.enable_caching` reads 'Caching'. */
export function fieldLabel(field: string): string {
  const name = nameOf(field);
  return labels[name] ?? name.replaceAll('_', ' ');
}

/** The differences of one field as texts. Of a list only what came and went, so that long lists stay readable. */
export interface ShownChange {
  before: string[];
  after: string[];
}

export function shownChange(field: string, before: unknown, after: unknown): ShownChange {
  const name = nameOf(field);
  if (name === 'custom_rules' && Array.isArray(after)) {
    return { before: [], after: [`order: ${after.join(', ')}`] };
  }
  if (Array.isArray(before) || Array.isArray(after)) {
    const [was, is] = [before, after].map((list) =>
      Array.isArray(list) ? list.map((entry) => textOf(name, entry)) : [],
    ) as [string[], string[]];
    return {
      before: was.filter((entry) => !is.includes(entry)),
      after: is.filter((entry) => !was.includes(entry)),
    };
  }
  if (listsById.has(name)) {
    const [was, is] = [before, after].map((entry) => (isRecord(entry) ? [textOf(name, entry)] : [])) as [
      string[],
      string[],
    ];
    // What the sentence does not say is told by its fields.
    if (was[0] !== is[0]) return { before: was, after: is };
  }
  if (isRecord(before) && isRecord(after)) {
    const changed = Object.keys(after).filter((key) => before[key] !== after[key]);
    const parts = (from: Record<string, unknown>) =>
      changed.map((key) => `${key.replaceAll('_', ' ')}: ${textOf(key, from[key])}`);
    return { before: parts(before), after: parts(after) };
  }
  return { before: [textOf(name, before)], after: [textOf(name, after)] };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(name: string, value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (value === '') return 'empty';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (name === 'blocked_countries') return countryName(String(value));
  if (name === 'custom_rules' && isRecord(value)) return customRuleText(value as CustomRule);
  if (name === 'rule_exclusions' && isRecord(value)) return exceptionText(value as RuleExclusion);
  if (isRecord(value)) return recordText(value);
  return choices[name]?.[String(value)] ?? String(value);
}

const customRuleText = (rule: CustomRule): string =>
  `${rule.name}: ${ruleText(rule)}${rule.enabled ? '' : ' (off)'}`;

const exceptionText = (exclusion: RuleExclusion): string =>
  exclusion.note === '' ? exclusionText(exclusion) : `${exclusionText(exclusion)} (${exclusion.note})`;

/** An origin or a limit, as short as it can be said. */
function recordText(value: Record<string, unknown>): string {
  if ('host' in value)
    return `${value.protocol}://${value.host}:${value.port}, weight ${value.weight}${value.backup ? ', reserve' : ''}`;
  if ('path_prefix' in value) return `${value.path_prefix}: ${value.requests} in ${value.window_seconds} s`;
  return Object.entries(value)
    .map(([key, part]) => `${key.replaceAll('_', ' ')}: ${textOf(key, part)}`)
    .join(', ');
}
