import { messageOfError } from '@palisade/basics';
import { edgeV1 } from '@palisade/contracts';
import { EdgeStateError } from '@palisade/edge-state';
import {
  type ConditionField,
  ONGOING_ACTIONS,
  type Redirect,
  RedirectTable,
  ruleTime,
} from '@palisade/site-policy';
import { conditionFieldOf } from '@palisade/site-policy/wire';
import { askedNames, boundedBy, noNames } from '../../request/conditions/bounded-conditions.ts';
import { compileCondition, type NamesAsked } from '../../request/conditions/compile-condition.ts';
import type { AskedPart, Condition } from '../../request/conditions/conditions.ts';
import { compileAction, NO_SITE, type OwnSite } from './compile-action.ts';
import { type CustomRule, type CustomRules, holdsAlways, those } from './custom-rules.ts';

interface RuledSite {
  readonly bodyBytes: number;
  readonly hosts: readonly string[];
  readonly redirects: readonly Redirect[];
}

/**
 * @returns null if there are none
 * @throws EdgeStateError `site_config_custom_rule`, naming the rule and its error
 */
export function compileCustomRules(
  sources: readonly edgeV1.CustomRule[],
  site?: RuledSite,
): CustomRules | null {
  if (sources.length === 0) return null;
  const asked = noNames();
  const own = site ? { hosts: site.hosts, redirects: new RedirectTable(site.redirects) } : NO_SITE;
  const drafts = sources.map((source) => draftOf(source, asked, own));
  const bounded = boundedBy(drafts.flatMap(({ groups }) => groups.flat()));
  const rules = drafts.map((draft, place) =>
    Object.freeze<CustomRule>({ ...draft, place, groups: draft.groups.map(bounded) }),
  );
  const askedAt = (time: CustomRule['time']) => rules.filter((rule) => rule.time === time);
  const all = { rules: askedAt('head'), lateRules: askedAt('late'), endRules: askedAt('end') };
  return Object.freeze({
    ...all,
    ofAllowed: those(all, holdsAlways),
    bodyBytes: site?.bodyBytes ?? 0,
    asked: askedNames(asked),
    crawlerRules: rules.filter((rule) => rule.asks.has('crawler')),
    challenges: drafts.some(({ action }) => action === 'challenge'),
  });
}

type Draft = Omit<CustomRule, 'groups' | 'place'> & { readonly groups: readonly (readonly Condition[])[] };

function draftOf(source: edgeV1.CustomRule, asked: NamesAsked, site: OwnSite): Draft {
  const { id, name } = source;
  const { does, words } = actionOf(source, site);
  const action = does.kind;
  let place = 0;
  const groups = [source, ...source.alternatives].map(({ conditions }) => {
    if (conditions.length === 0) throw refusal(source, 'there is no condition');
    const compiled = conditions.map((condition) => {
      place++;
      try {
        return compileCondition(condition, action === 'skip', asked);
      } catch (error) {
        const detail = messageOfError(error);
        throw refusal(source, `condition ${place}: ${detail}`, error);
      }
    });
    return [...compiled].sort((one, other) => ORDER[one.asks] - ORDER[other.asks]);
  });
  return {
    name,
    time: timeOf(source, action),
    asks: new Set(groups.flat().map((condition) => condition.asks)),
    action,
    does,
    isOngoing: ONGOING_ACTIONS.has(action),
    reason: `custom:${id}`,
    words,
    groups,
  };
}

function timeOf(
  { conditions, alternatives }: edgeV1.CustomRule,
  action: CustomRule['action'],
): CustomRule['time'] {
  const all = [conditions, ...alternatives.map((group) => group.conditions)].flat();
  const fields = new Set<ConditionField>(all.flatMap(({ field }) => conditionFieldOf(field) ?? []));
  return ruleTime(action, fields);
}

/** Order of evaluation: numbers cost nothing; lists come last, so that judges without lists can decide more. */
const ORDER: Readonly<Record<AskedPart, number>> = {
  score: 0,
  answer: 0,
  nothing: 1,
  crawler: 1,
  body: 1,
  lists: 2,
};

function actionOf(source: edgeV1.CustomRule, site: OwnSite): ReturnType<typeof compileAction> {
  try {
    return compileAction(source, site);
  } catch (error) {
    throw refusal(source, messageOfError(error), error);
  }
}

function refusal({ id, name }: edgeV1.CustomRule, detail: string, cause?: unknown): EdgeStateError {
  return new EdgeStateError('site_config_custom_rule', `rule "${name}" (${id}): ${detail}`, cause);
}
