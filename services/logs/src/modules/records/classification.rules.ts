import { actionOf } from './actions.rules.ts';
import type { Threat } from './threats.rules.ts';

export interface ClassifiedMatch {
  ruleId: number;
  message: string;
  tags: readonly string[];
  score: number;
}

export interface ClassifiedRecord {
  /** EdgeAction. */
  action: number;
  /** The rule that decided; 0 if none. It may be the one that only compares the score. */
  ruleId: number;
  ruleMessage: string;
  reason: string;
  matches: readonly ClassifiedMatch[];
}

/** Our rules by the specification (1001–1004, …), and the families of OWASP CRS by their id ranges. */
const RULE_RANGES: readonly (readonly [from: number, to: number, threat: Threat])[] = [
  [1001, 1999, 'sqlInjection'],
  [2001, 2999, 'xss'],
  [3001, 3999, 'pathTraversal'],
  [912_000, 912_999, 'rateLimiting'],
  [913_000, 913_999, 'badBot'],
  [930_000, 930_999, 'pathTraversal'],
  [932_000, 932_999, 'commandInjection'],
  [933_000, 934_999, 'codeInjection'],
  [941_000, 941_999, 'xss'],
  [942_000, 942_999, 'sqlInjection'],
];

/** Tags of our rules (`family/…`) and of OWASP CRS (`attack-…`); the longest matching prefix counts. */
const TAG_PREFIXES: readonly (readonly [prefix: string, threat: Threat])[] = [
  ['family/sql-injection', 'sqlInjection'],
  ['family/cross-site-scripting', 'xss'],
  ['family/xss', 'xss'],
  ['family/path-traversal', 'pathTraversal'],
  ['family/bot', 'badBot'],
  ['family/command', 'commandInjection'],
  ['family/shellshock', 'commandInjection'],
  ['family/java-', 'codeInjection'],
  ['family/php-code', 'codeInjection'],
  ['family/server-code', 'codeInjection'],
  ['family/template-expression', 'codeInjection'],
  ['family/deserialisation', 'codeInjection'],
  ['family/', 'securityRule'],
  ['attack-sqli', 'sqlInjection'],
  ['attack-xss', 'xss'],
  ['attack-lfi', 'pathTraversal'],
  ['attack-reputation-scanner', 'badBot'],
  ['attack-reputation-crawler', 'badBot'],
  ['attack-dos', 'rateLimiting'],
  ['attack-rce', 'commandInjection'],
  ['attack-injection-', 'codeInjection'],
  ['attack-', 'securityRule'],
];

/** Words of the specification, in its order. */
const WORDS: readonly (readonly [pattern: RegExp, threat: Threat])[] = [
  [/sql|injection/i, 'sqlInjection'],
  [/xss|script/i, 'xss'],
  [/path|traversal/i, 'pathTraversal'],
  [/bot|crawler/i, 'badBot'],
  [/rate|ddos/i, 'rateLimiting'],
];

/** Rules that add up or compare scores say nothing about the kind of attack: ours, and those of OWASP CRS. */
export const EVALUATION_RULES: readonly (readonly [from: number, to: number])[] = [
  [9000, 9999],
  [949_000, 949_999],
  [959_000, 959_999],
  [980_000, 980_999],
];
export const EVALUATION_TAGS: readonly string[] = ['evaluation', 'anomaly-evaluation'];

/**
 * Refusals without an attack: features that the owner has not enabled, and connections that the browser has to open
 * anew.
 */
const SITE_SETTING_REASONS: ReadonlySet<string> = new Set([
  'websocket_not_enabled',
  'client_certificate:outdated',
]);

export function isEvaluation({ ruleId, tags }: Pick<ClassifiedMatch, 'ruleId' | 'tags'>): boolean {
  return (
    EVALUATION_RULES.some(([from, to]) => ruleId >= from && ruleId <= to) ||
    tags.some((tag) => EVALUATION_TAGS.includes(tag))
  );
}

/**
 * The threat class of a record: by the edge's action; for a refusal by a rule, by that rule's family, else by the
 * matched rule with the highest score; by message text only where rule ids and tags say nothing.
 */
export function classify(record: ClassifiedRecord): Threat {
  // A custom rule says nothing about the kind of attack, whatever its name; nor does its challenge.
  if (record.reason.startsWith('custom:')) return 'securityRule';
  if (record.reason.startsWith('limit:')) return 'rateLimiting';
  if (SITE_SETTING_REASONS.has(record.reason)) return 'siteSetting';
  const { threat } = actionOf(record.action);
  if (threat !== 'byRule') return threat;
  const fired = record.matches.filter((match) => !isEvaluation(match));
  const deciding = fired.filter((match) => match.ruleId === record.ruleId);
  // Sorting is stable: of equals the first match counts.
  const candidates = [...deciding, ...fired.sort((a, b) => b.score - a.score)];
  for (const match of candidates) {
    const family = familyOf(match.ruleId, match.tags);
    if (family !== null) return family;
  }
  return (
    familyOf(record.ruleId, []) ??
    byWords([record.ruleMessage, ...candidates.map((match) => match.message), record.reason]) ??
    'securityRule'
  );
}

function familyOf(ruleId: number, tags: readonly string[]): Threat | null {
  for (const [from, to, threat] of RULE_RANGES) if (ruleId >= from && ruleId <= to) return threat;
  for (const [prefix, threat] of TAG_PREFIXES)
    if (tags.some((tag) => tag.toLowerCase().startsWith(prefix))) return threat;
  return null;
}

function byWords(texts: readonly string[]): Threat | null {
  for (const text of texts) for (const [pattern, threat] of WORDS) if (pattern.test(text)) return threat;
  return null;
}
