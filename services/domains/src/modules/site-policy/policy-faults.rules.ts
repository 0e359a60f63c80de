import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { FieldError } from '@palisade/nest-kit';
import { compileValuePattern, PatternError } from '@palisade/regex';
import {
  byId,
  type CustomRule,
  EXACT_FIELDS,
  hasExpired,
  LIST_KIND_WORDS,
  type ListKind,
  listsOfPolicy,
  MANAGED_RULE_SET,
  type NamedList,
  type PolicyConfig,
  type RateLimitRule,
  type RuleExclusion,
} from '@palisade/site-policy';
import { redirectCircle } from '@palisade/site-policy/semantics';
import { assertExclusion, RuleError } from '@palisade/waf-engine';

type Condition = CustomRule['conditions'][number];

/** What faults are looked for by. */
export interface PolicyContext {
  nowMs: number;
  /** Whether there is such a rule or family. */
  hasRule: (by: RuleExclusion['by'], value: string) => boolean;
  /** Rule sets that the edges have; null: they could not be asked. */
  releases: readonly string[] | null;
  /** Newly referenced lists that the owner may use, with their kinds. */
  lists: ReadonlyMap<string, ListKind>;
  /** Names of the site. */
  hosts: readonly string[];
  /** An old version comes back: it was good when it was saved, though rules may be gone and times have passed since. */
  restored: boolean;
}

/**
 * Validation of custom rules and exclusions beyond the schema: patterns and targets go through the edge's own engine,
 * so that it never refuses what was saved. Stored entries are not checked again, so that an unrelated save is never
 * refused.
 */
export async function policyFaults(
  stored: PolicyConfig,
  wanted: PolicyConfig,
  context: PolicyContext,
): Promise<FieldError[]> {
  const faults: FieldError[] = [
    ...ruleSetFaults(stored, wanted, context),
    ...adjustmentFaults(stored, wanted, context),
    ...listFaults(stored, wanted, context),
    ...redirectFaults(stored, wanted, context),
  ];
  for (const name of ['custom_rules', 'rate_limit_rules'] as const) {
    const rules = byId<CustomRule | RateLimitRule>(stored[name]);
    for (const [index, rule] of wanted[name].entries())
      if (!isDeepStrictEqual(rule, rules.get(rule.id)))
        faults.push(...(await ruleFaults(rule, `policyConfig.${name}.${index}`)));
  }
  const exclusions = byId(stored.rule_exclusions);
  for (const [index, exclusion] of wanted.rule_exclusions.entries()) {
    const before = exclusions.get(exclusion.id);
    if (!isDeepStrictEqual(exclusion, before)) {
      const path = `policyConfig.rule_exclusions.${index}`;
      faults.push(...exclusionFaults(exclusion, before, path, context));
      await yieldToEventLoop();
    }
  }
  return faults;
}

/** A release that no edge has would silently be the managed rules; one that was there when it was chosen may stay. */
function ruleSetFaults(
  stored: PolicyConfig,
  wanted: PolicyConfig,
  { releases, restored }: PolicyContext,
): FieldError[] {
  const { rule_set: name } = wanted;
  if (restored || name === MANAGED_RULE_SET || name === stored.rule_set) return [];
  if (releases === null)
    return [
      {
        path: 'policyConfig.rule_set',
        message: 'The edge cannot be asked for its rule sets right now. Please try again.',
      },
    ];
  return releases.includes(name)
    ? []
    : [{ path: 'policyConfig.rule_set', message: `There is no rule set called "${name}" on the edge` }];
}

/** Lists that a change refers to and the stored policy does not, each with its place. */
export function newListsOf(stored: PolicyConfig, wanted: PolicyConfig): NamedList[] {
  // Elsewhere it may be asked for something that it does not hold.
  const places = ({ id, holds }: NamedList) => `${id} ${holds.join()}`;
  const before = new Set(listsOfPolicy(stored).map(places));
  return listsOfPolicy(wanted).filter((list) => !before.has(places(list)));
}

export function listFaults(
  stored: PolicyConfig,
  wanted: PolicyConfig,
  { lists, restored }: Pick<PolicyContext, 'lists' | 'restored'>,
): FieldError[] {
  // On one that has gone since nobody is.
  if (restored) return [];
  return newListsOf(stored, wanted).flatMap(({ id, path, holds }) => {
    const kind = lists.get(id);
    const at = `policyConfig.${path}`;
    if (kind === undefined) return [{ path: at, message: 'There is no such list' }];
    return holds.includes(kind) ? [] : [{ path: at, message: otherKindText(kind, path) }];
  });
}

const otherKindText = (kind: ListKind, path: string): string =>
  path.startsWith('allowed_lists')
    ? `This list holds ${LIST_KIND_WORDS[kind]}, which anybody can claim to have: it can be blocked or challenged`
    : `This list holds ${LIST_KIND_WORDS[kind]}, which is not what is asked here`;

/** Nobody is to be sent round; what was stored so may stay. */
function redirectFaults(
  stored: PolicyConfig,
  wanted: PolicyConfig,
  { hosts }: Pick<PolicyContext, 'hosts'>,
): FieldError[] {
  const redirectsOf = ({ custom_rules }: PolicyConfig) =>
    custom_rules.filter(({ redirect, enabled }) => redirect !== undefined && enabled);
  if (isDeepStrictEqual(redirectsOf(stored), redirectsOf(wanted))) return [];
  const circle = redirectCircle(wanted.custom_rules, hosts);
  if (circle === null) return [];
  const way = [...circle, circle[0]!].map(({ name }) => `“${name}”`).join(' → ');
  const path = `policyConfig.custom_rules.${wanted.custom_rules.indexOf(circle[0]!)}.redirect.to`;
  return [{ path, message: `These rules send visitors in a circle: ${way}` }];
}

function adjustmentFaults(
  stored: PolicyConfig,
  wanted: PolicyConfig,
  { hasRule, restored }: PolicyContext,
): FieldError[] {
  if (restored) return [];
  const before = new Set(stored.rule_adjustments.map(({ rule_id }) => rule_id));
  return wanted.rule_adjustments.flatMap(({ rule_id }, index) =>
    before.has(rule_id) || hasRule('rule_id', String(rule_id))
      ? []
      : [
          {
            path: `policyConfig.rule_adjustments.${index}.rule_id`,
            message: `There is no managed rule ${rule_id} to adjust`,
          },
        ],
  );
}

async function ruleFaults(rule: CustomRule | RateLimitRule, path: string): Promise<FieldError[]> {
  const faults = await conditionFaults(rule.conditions, `${path}.conditions`);
  const alternatives = 'alternatives' in rule ? (rule.alternatives ?? []) : [];
  for (const [index, group] of alternatives.entries())
    faults.push(...(await conditionFaults(group, `${path}.alternatives.${index}`)));
  return faults;
}

/** A hundred costly patterns take a second: others have their turn between two. */
async function conditionFaults(conditions: readonly Condition[], path: string): Promise<FieldError[]> {
  const faults: FieldError[] = [];
  for (const [at, condition] of conditions.entries()) {
    for (const [index, source] of conditionPatterns(condition).entries()) {
      const message = patternFault(source, !EXACT_FIELDS.has(condition.field));
      if (message !== null) faults.push({ path: `${path}.${at}.values.${index}`, message });
      await yieldToEventLoop();
    }
  }
  return faults;
}

const conditionPatterns = ({ operator, values }: Condition): readonly string[] =>
  operator === 'matches' ? values : [];

function patternFault(source: string, caseInsensitive: boolean): string | null {
  try {
    compileValuePattern(source, { caseInsensitive });
    return null;
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    const { code, message } = error;
    // A pattern that is too large or not linear has no single position at fault.
    return code === 'pattern_syntax'
      ? `Not a regular expression, at character ${characterAt(source, error.offset)}: ${message}`
      : `This regular expression cannot be used: ${message}`;
  }
}

/** Counted from 1, of a place that the matcher counts in bytes. */
function characterAt(source: string, byteOffset: number): number {
  const before = Buffer.from(source).subarray(0, byteOffset).toString();
  return [...before].length + 1;
}

function exclusionFaults(
  exclusion: RuleExclusion,
  before: RuleExclusion | undefined,
  path: string,
  { nowMs, hasRule, restored }: PolicyContext,
): FieldError[] {
  const { by, value, target } = exclusion;
  const faults: FieldError[] = [];
  const selects = before?.by === by && before.value === value;
  if (!restored && !selects && !hasRule(by, value))
    faults.push({ path: `${path}.value`, message: unknownRule(exclusion) });
  if (target !== '') {
    const message = targetFault(exclusion);
    if (message !== null) faults.push({ path: `${path}.target`, message });
  }
  if (!restored && hasExpired(exclusion, nowMs) && before?.expires_at !== exclusion.expires_at)
    faults.push({ path: `${path}.expires_at`, message: 'Please choose a time in the future' });
  return faults;
}

function unknownRule({ by, value }: RuleExclusion): string {
  return by === 'rule_id'
    ? `There is no managed rule ${value} to exclude`
    : `There is no family of managed rules called "${value}"`;
}

function targetFault({ id, by, value, target }: RuleExclusion): string | null {
  try {
    assertExclusion({ name: id, by: by === 'tag' ? { tag: value } : { id: value }, target });
    return null;
  } catch (error) {
    if (!(error instanceof RuleError)) throw error;
    const { detail, position } = error;
    return `Not a part of a request that rules look at, such as ARGS:comment (at character ${position.column}): ${detail}`;
  }
}
