import { edgeV1 } from '@palisade/contracts';
import { EdgeStateError } from '@palisade/edge-state';
import { askedNames, boundedBy, noNames } from '../../request/conditions/bounded-conditions.ts';
import { compileCondition, type NamesAsked } from '../../request/conditions/compile-condition.ts';
import { type Condition, ListCondition } from '../../request/conditions/conditions.ts';
import { NOTHING_SKIPPED, type SkippedChecks } from '../../request/skipped-checks.ts';
import type { CustomAction, CustomRule, CustomRules } from './custom-rules.ts';

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
  const asked = noNames();
  const drafts = sources.map((source) => draftOf(source, asked));
  const bounded = boundedBy(drafts.flatMap(({ groups }) => groups.flat()));
  return Object.freeze({
    rules: drafts.map((draft) => Object.freeze<CustomRule>({ ...draft, groups: draft.groups.map(bounded) })),
    asked: askedNames(asked),
    challenges: drafts.some(({ action }) => action === 'challenge'),
  });
}

type Draft = Omit<CustomRule, 'groups'> & { readonly groups: readonly (readonly Condition[])[] };

function draftOf(source: edgeV1.CustomRule, asked: NamesAsked): Draft {
  const { id, name } = source;
  const action = ACTIONS[source.action];
  if (action === null) throw refusal(source, 'there is no action');
  const skips = skipsOf(source);
  let place = 0;
  const groups = [source, ...source.alternatives].map(({ conditions }) => {
    if (conditions.length === 0) throw refusal(source, 'there is no condition');
    const compiled = conditions.map((condition) => {
      place++;
      try {
        return compileCondition(condition, action === 'skip', asked);
      } catch (error) {
        const detail = error instanceof Error ? error.message : String(error);
        throw refusal(source, `condition ${place}: ${detail}`, error);
      }
    });
    return [...compiled].sort((one, other) => Number(asksLists(one)) - Number(asksLists(other)));
  });
  return { name, action, reason: `custom:${id}`, skips, groups };
}

/** Lists are asked last: what the others settle, a judge without lists knows as well. */
const asksLists = (condition: Condition): boolean => condition instanceof ListCondition;

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

function refusal({ id, name }: edgeV1.CustomRule, detail: string, cause?: unknown): EdgeStateError {
  return new EdgeStateError('site_config_custom_rule', `rule "${name}" (${id}): ${detail}`, cause);
}
