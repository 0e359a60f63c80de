import { ONGOING_ACTIONS } from '../groups/custom-rule-actions.ts';
import type { CustomRule } from '../groups/custom-rules.ts';
import { timeOf } from '../groups/rule-times.ts';
import { type Found, RequestFinder } from './find-request.ts';
import { RedirectEnds } from './redirect-ends.ts';
import { WorkBudget } from './work-budget.ts';

/** For all rules of a site together: at most some tenths of a second, and that only where many rules are tangled. */
const STEPS = 5_000_000;
/** Rules that are named as those in the way of another. */
const MAX_NAMED = 5;

/** A rule that does nothing. */
export interface RuleFinding {
  rule_id: string;
  /** No request fulfils its conditions, or every one that does is decided by a rule before it. */
  reason: 'never_holds' | 'shadowed';
  /** The rules before it that decide all of its requests; empty where its conditions contradict each other. */
  by: string[];
}

export interface RuleFindings {
  findings: RuleFinding[];
  /** Rules that could not be decided within the bounds. */
  undecided: string[];
}

/** For active rules: evaluation ends at the first that decides. */
export function ruleFindings(rules: readonly CustomRule[]): RuleFindings {
  const finder = new RequestFinder(new WorkBudget(STEPS), 'site.example');
  const enabled = rules.filter((rule) => rule.enabled);
  const result: RuleFindings = { findings: [], undecided: [] };
  const ends = new RedirectEnds();
  const deciding: CustomRule[] = [];
  for (const rule of enabled) {
    // Otherwise it is evaluated after all others, whatever its position: earlier rules do not shadow it, nor does it
    // shadow others.
    const isByHead = timeOf(rule) === 'head';
    const judgement = judged(finder, rule, isByHead ? deciding : []);
    if (judgement === 'undecided') result.undecided.push(rule.id);
    else if (judgement !== null) result.findings.push(judgement);
    // What never decides keeps nothing from those behind it.
    if (!ONGOING_ACTIONS.has(rule.action) && isByHead && (judgement === null || judgement === 'undecided'))
      deciding.push(ends.elsewhere(rule));
  }
  return result;
}

function judged(
  finder: RequestFinder,
  rule: CustomRule,
  earlier: readonly CustomRule[],
): RuleFinding | 'undecided' | null {
  const alone = finder.find({ holding: [rule], failing: [] });
  if (alone.answer === 'none') return { rule_id: rule.id, reason: 'never_holds', by: [] };
  const left: Found = earlier.length === 0 ? alone : finder.find({ holding: [rule], failing: earlier });
  if (left.answer === 'found') return null;
  if (left.answer === 'unknown') return 'undecided';
  const by = inTheWay(finder, rule, earlier).map(({ id }) => id);
  return { rule_id: rule.id, reason: 'shadowed', by };
}

/** One rule that does it alone, or as few as leaving out one after another comes to. */
function inTheWay(finder: RequestFinder, rule: CustomRule, earlier: readonly CustomRule[]): CustomRule[] {
  const isShadow = (rules: readonly CustomRule[]) =>
    finder.find({ holding: [rule], failing: rules }).answer === 'none';
  const one = earlier.find((other) => isShadow([other]));
  if (one !== undefined) return [one];
  let needed = [...earlier];
  for (const other of earlier) {
    if (finder.isSpent) break;
    const fewer = needed.filter((kept) => kept !== other);
    if (isShadow(fewer)) needed = fewer;
  }
  return needed.slice(0, MAX_NAMED);
}
