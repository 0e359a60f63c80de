import type { CustomRule } from '../groups/custom-rules.ts';
import { fieldNamed } from '../groups/index.ts';
import type { AdditionalOrigin } from '../groups/load-balancing.ts';
import type { RateLimitRule } from '../groups/rate-limit-rules.ts';
import type { RuleExclusion } from '../groups/rule-exclusions.ts';
import { certificateText, revocationListText } from './certificate-words.ts';
import { placeName } from './country-name.ts';
import { ruleText } from './custom-rule-words.ts';
import { type DateText, exclusionText, utcDateText } from './exclusion-words.ts';
import { rateLimitText } from './rate-limit-words.ts';

/** Lists whose entries differ one by one, each as `policyConfig.custom_rules.<id>`. */
const listsById: ReadonlySet<string> = new Set(['custom_rules', 'rate_limit_rules', 'rule_exclusions']);

const nameOf = (field: string): string => field.split('.')[1] ?? field;

/** `policyConfig.enable_caching` reads 'Caching'. */
export function fieldLabel(field: string): string {
  const name = nameOf(field);
  return fieldNamed(name)?.label ?? name.replaceAll('_', ' ');
}

/** The differences of one field as texts. Of a list only what came and went, so that long lists stay readable. */
export interface ShownChange {
  before: string[];
  after: string[];
}

export function shownChange(
  field: string,
  before: unknown,
  after: unknown,
  dateText: DateText = utcDateText,
): ShownChange {
  const name = nameOf(field);
  const textOf = (part: string, value: unknown): string => valueText(part, value, dateText);
  if ((name === 'custom_rules' || name === 'rate_limit_rules') && Array.isArray(after)) {
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
    // The fields show what the sentence leaves out.
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

function valueText(name: string, value: unknown, dateText: DateText): string {
  if (value === null || value === undefined) return '–';
  if (value === '') return 'empty';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (name === 'blocked_countries' || name === 'origin_places') return placeName(String(value));
  if (name === 'origin_drain_until') return dateText(String(value));
  if (name === 'client_certificate_authorities') return certificateText(String(value));
  if (name === 'client_certificate_revocations') return revocationListText(String(value));
  if (name === 'custom_rules' && isRecord(value)) return customRuleText(value as CustomRule);
  if (name === 'rate_limit_rules' && isRecord(value)) return limitRuleText(value as RateLimitRule);
  if (name === 'rule_exclusions' && isRecord(value))
    return exclusionWithNote(value as RuleExclusion, dateText);
  if (isRecord(value)) return recordText(value, dateText);
  return fieldNamed(name)?.words?.[String(value)] ?? String(value);
}

const customRuleText = (rule: CustomRule): string =>
  `${rule.name}: ${ruleText(rule)}${rule.enabled ? '' : ' (off)'}`;

const limitRuleText = (rule: RateLimitRule): string =>
  `${rule.name}: ${rateLimitText(rule)}${rule.enabled ? '' : ' (off)'}`;

function exclusionWithNote(exclusion: RuleExclusion, dateText: DateText): string {
  const text = exclusionText(exclusion, dateText);
  return exclusion.note === '' ? text : `${text} (${exclusion.note})`;
}

function additionalOriginText(origin: AdditionalOrigin, dateText: DateText): string {
  const { protocol, host, port, weight, backup, places = [], drain_until: until } = origin;
  return [
    `${protocol}://${host}:${port}`,
    `weight ${weight}`,
    ...(backup ? ['reserve'] : []),
    ...(places.length > 0 ? [`for visitors from ${places.map(placeName).join(' and ')}`] : []),
    ...(until ? [`drains until ${dateText(until)}`] : []),
  ].join(', ');
}

/** An origin or a limit, as short as it can be said. */
function recordText(value: Record<string, unknown>, dateText: DateText): string {
  if ('host' in value) return additionalOriginText(value as AdditionalOrigin, dateText);
  if ('rule_id' in value)
    return `rule ${value.rule_id}: ${value.log_only ? 'log only' : `score ${value.score}`}`;
  if ('html' in value)
    return `${value.kind} page, ${value.language}: ${String(value.html).length} characters`;
  if ('keep_query' in value)
    return `${value.from} → ${value.to}, ${value.status}${value.keep_query ? '' : ', without the query'}`;
  if ('operation' in value)
    return `${value.target}: ${value.operation} ${value.name}${value.value === '' ? '' : ` = ${value.value}`}`;
  if ('path' in value && 'name' in value) return `${value.name} at ${value.path}`;
  if ('path_prefix' in value) return `${value.path_prefix}: ${value.requests} in ${value.window_seconds} s`;
  return Object.entries(value)
    .map(([key, part]) => `${key.replaceAll('_', ' ')}: ${valueText(key, part, dateText)}`)
    .join(', ');
}
