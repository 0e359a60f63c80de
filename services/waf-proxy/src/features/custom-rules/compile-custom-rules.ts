import { edgeV1 } from '@palisade/contracts';
import { EdgeStateError } from '@palisade/edge-state';
import { ONGOING_ACTIONS, type Redirect, RedirectTable } from '@palisade/site-policy';
import { askedNames, boundedBy, noNames } from '../../request/conditions/bounded-conditions.ts';
import { compileCondition, type NamesAsked } from '../../request/conditions/compile-condition.ts';
import { BodyCondition, type Condition, ListCondition } from '../../request/conditions/conditions.ts';
import { compileAction, NO_SITE, type OwnSite } from './compile-action.ts';
import { type CustomRule, type CustomRules, holdsAlways, those } from './custom-rules.ts';

interface RuledSite {
  readonly bodyBytes: number;
  readonly hosts: readonly string[];
  readonly redirects: readonly Redirect[];
}

/**
 * Null: there are none.
 *
 * @throws EdgeStateError `site_config_custom_rule`, naming the rule and what is wrong with it
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
  const asksBody = ({ groups }: CustomRule) =>
    groups.some((group) => group.some(({ condition }) => condition instanceof BodyCondition));
  const all = { rules: rules.filter((rule) => !asksBody(rule)), bodyRules: rules.filter(asksBody) };
  return Object.freeze({
    ...all,
    ofAllowed: those(all, holdsAlways),
    bodyBytes: site?.bodyBytes ?? 0,
    asked: askedNames(asked),
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
        const detail = error instanceof Error ? error.message : String(error);
        throw refusal(source, `condition ${place}: ${detail}`, error);
      }
    });
    return [...compiled].sort((one, other) => Number(asksLists(one)) - Number(asksLists(other)));
  });
  return {
    name,
    action,
    does,
    isOngoing: ONGOING_ACTIONS.has(action),
    reason: `custom:${id}`,
    words,
    groups,
  };
}

/** Lists are asked last: what the others settle, a judge without lists knows as well. */
const asksLists = (condition: Condition): boolean => condition instanceof ListCondition;

function actionOf(source: edgeV1.CustomRule, site: OwnSite): ReturnType<typeof compileAction> {
  try {
    return compileAction(source, site);
  } catch (error) {
    throw refusal(source, error instanceof Error ? error.message : String(error), error);
  }
}

function refusal({ id, name }: edgeV1.CustomRule, detail: string, cause?: unknown): EdgeStateError {
  return new EdgeStateError('site_config_custom_rule', `rule "${name}" (${id}): ${detail}`, cause);
}
