import { edgeV1 } from '@palisade/contracts';
import { EdgeStateError } from '@palisade/edge-state';
import { STEPS_PER_SLICE } from '@palisade/waf-engine';
import { NOTHING_SKIPPED, type SkippedChecks } from '../../request/skipped-checks.ts';
import { compileCondition, type NamesAsked } from './compile-condition.ts';
import type { Condition } from './conditions.ts';
import {
  type BoundedCondition,
  type CustomAction,
  type CustomRule,
  type CustomRules,
} from './custom-rules.ts';

/** For all custom rules of one request together: what the rule engine works before it lets others have their turn. */
export const CUSTOM_RULE_STEPS = STEPS_PER_SLICE;

const ACTIONS: Readonly<Record<edgeV1.CustomRuleAction, CustomAction | null>> = {
  [edgeV1.CustomRuleAction.UNSPECIFIED]: null,
  [edgeV1.CustomRuleAction.BLOCK]: 'block',
  [edgeV1.CustomRuleAction.CHALLENGE]: 'challenge',
  [edgeV1.CustomRuleAction.LOG]: 'log',
  [edgeV1.CustomRuleAction.SKIP]: 'skip',
};

/**
 * Null: there are none.
 *
 * @throws EdgeStateError `site_config_custom_rule`, naming the rule and what is wrong with it
 */
export function compileCustomRules(sources: readonly edgeV1.CustomRule[]): CustomRules | null {
  if (sources.length === 0) return null;
  const asked: NamesAsked = { headers: new Set(), cookies: new Set(), parameters: new Set() };
  const drafts = sources.map((source) => draftOf(source, asked));
  const untilOf = partition(drafts.flatMap(({ conditions }) => conditions));
  return Object.freeze({
    rules: drafts.map((draft): CustomRule => {
      const conditions = draft.conditions.map((condition) =>
        Object.freeze<BoundedCondition>({ condition, until: untilOf.get(condition)! }),
      );
      return Object.freeze({ ...draft, conditions });
    }),
    asked: { ...asked, headerLengths: new Set([...asked.headers].map((name) => name.length)) },
    challenges: drafts.some(({ action }) => action === 'challenge'),
  });
}

type Draft = Omit<CustomRule, 'conditions'> & { readonly conditions: readonly Condition[] };

function draftOf(source: edgeV1.CustomRule, asked: NamesAsked): Draft {
  const { id, name } = source;
  const action = ACTIONS[source.action];
  if (action === null) throw refusal(source, 'there is no action');
  const skips = skipsOf(source);
  if (source.conditions.length === 0) throw refusal(source, 'there is no condition');
  const conditions = source.conditions.map((condition, index) => {
    try {
      return compileCondition(condition, action === 'skip', asked);
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error);
      throw refusal(source, `condition ${index + 1}: ${detail}`, error);
    }
  });
  return { name, action, reason: `custom:${id}`, skips, conditions };
}

function skipsOf(source: edgeV1.CustomRule): SkippedChecks {
  if (source.action !== edgeV1.CustomRuleAction.SKIP) return NOTHING_SKIPPED;
  const { SkippedCheck } = edgeV1;
  if (source.skips.length === 0 || source.skips.includes(SkippedCheck.UNSPECIFIED)) {
    throw refusal(source, 'what is to be skipped is not known');
  }
  return Object.freeze({
    managedRules: source.skips.includes(SkippedCheck.MANAGED_RULES),
    botProtection: source.skips.includes(SkippedCheck.BOT_PROTECTION),
    rateLimiting: source.skips.includes(SkippedCheck.RATE_LIMITING),
  });
}

function partition(conditions: readonly Condition[]): ReadonlyMap<Condition, number> {
  const total = conditions.reduce((sum, { weight }) => sum + weight, 0);
  const until = new Map<Condition, number>();
  let weight = 0;
  for (const condition of conditions) {
    weight += condition.weight;
    until.set(condition, total === 0 ? 0 : (CUSTOM_RULE_STEPS * weight) / total);
  }
  return until;
}

function refusal({ id, name }: edgeV1.CustomRule, detail: string, cause?: unknown): EdgeStateError {
  return new EdgeStateError('site_config_custom_rule', `rule "${name}" (${id}): ${detail}`, cause);
}
