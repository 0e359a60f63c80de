import { decisionText, isRequestField, targetText, unpredictableBecause } from '@palisade/site-policy/words';
import { EdgeAction } from '../request/verdict.ts';
import type { ExplainedMatch, Explanation } from './explanation.ts';
import type { Outcome, Unknown } from './judgement.ts';

const OUTCOMES: Readonly<Record<Outcome, string>> = {
  passes: 'Passes',
  refused: 'Blocked',
  challenged: 'Challenged',
  redirected: 'Redirected',
};

/** Each cause has words. */
const UNKNOWN: Readonly<Record<Unknown, string>> = unpredictableBecause;

/** The outcome and its reason in one or two sentences, for the site's owner. */
export function verdictSentence({ judgement, matches }: Explanation): string {
  const { outcome, unknown, remark, reason, action } = judgement;
  if (outcome === null) return `Cannot be predicted: ${UNKNOWN[unknown ?? 'unreadable']}.`;
  if (outcome !== 'passes') return `${OUTCOMES[outcome]}: ${reasonText(action, reason, matches)}`;
  if (remark !== '')
    return `Passes, and is logged. With blocking on it would be stopped: ${reasonText(action, remark, matches)}`;
  if (action === EdgeAction.ALLOW && reason.startsWith('custom:'))
    return `Answered with a page of yours: ${reasonText(action, reason, matches)}`;
  const { inboundScore } = judgement;
  return inboundScore > 0
    ? `Passes: rules found something (score ${inboundScore}), which is not enough to block it.`
    : 'Passes: nothing was found in it.';
}

/** In the words of the log, which says of rules and their matches more than fits a sentence. */
function reasonText(action: EdgeAction, reason: string, matches: readonly ExplainedMatch[]): string {
  if (reason === 'rule') return ruleText(matches);
  const message = matches.find(({ tags }) => tags.includes(reason))?.message ?? null;
  const text = decisionText({ action: EdgeAction[action].toLowerCase(), reason, message });
  return text ?? `${reason.replaceAll('_', ' ')}.`;
}

/** The match with the highest score, and where it was; or the rule that stops on its own if none scores. */
function ruleText(matches: readonly ExplainedMatch[]): string {
  const telling = tellingMatch(matches);
  if (telling === null) return 'a rule stops it.';
  const { ruleId, message, targets } = telling;
  const place = targets.find(({ name }) => isRequestField(name))?.name;
  return `rule ${ruleId} (${message})${place === undefined ? '' : ` found something in ${targetText(place)}`}.`;
}

/** The match that best explains the verdict. Null: no managed rule matched. */
export function tellingMatch(matches: readonly ExplainedMatch[]): ExplainedMatch | null {
  const logged = matches.filter(
    (match) => match.logged && match.ruleId > 0 && !match.tags.includes('evaluation'),
  );
  return logged.reduce<ExplainedMatch | null>(
    (best, match) => (best === null || match.score > best.score ? match : best),
    null,
  );
}
