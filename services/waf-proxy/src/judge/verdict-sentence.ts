import { requestLogV1 } from '@palisade/contracts';
import { isRequestField, targetText } from '@palisade/site-policy/words';
import type { ExplainedMatch, Explanation } from './explanation.ts';
import type { Outcome, Unknown } from './judgement.ts';

const { EdgeAction } = requestLogV1;

const OUTCOMES: Readonly<Record<Outcome, string>> = {
  passes: 'Passes',
  refused: 'Blocked',
  challenged: 'Challenged',
  redirected: 'Redirected',
};

const UNKNOWN: Readonly<Record<Unknown, string>> = {
  rates: 'how many requests came decides',
  body: 'the body is not there whole',
  masked: 'code in it was masked, and these rules may look for that',
  crawler: 'it says that it is a search engine, and DNS would be asked whether that is true',
  behaviour: 'what the client did before decides',
  lists: 'whether its address is on one of the site’s lists decides',
  fingerprint: 'how its client’s TLS handshake began decides, and that was not recorded',
  certificate: 'it depends on the certificate that its client shows',
  upload_scan: 'a virus scanner decides',
  unreadable: 'it is no request that can be read',
};

/** Reasons that need no details. */
const REASONS: Readonly<Record<string, string>> = {
  blocked_address: 'its address is on the block list',
  blocked_country: 'its country is blocked',
  https_redirect: 'the site sends visitors to HTTPS',
  redirect: 'one of the site’s redirects leads elsewhere',
  maintenance: 'the site is being worked on',
  body_too_large: 'its body is longer than what is inspected',
  body_bomb: 'its compressed body unpacks to far more than it is',
  body_coding_malformed: 'its body is not packed as its header says',
  engine_failure: 'the rule engine failed on it',
  loop_detected: 'it has been through this site before',
};

/** The outcome and its reason in one sentence, for the site's owner. */
export function verdictSentence({ judgement, matches }: Explanation): string {
  const { outcome, unknown, remark, reason, action } = judgement;
  if (outcome === null) return `Nobody can say: ${UNKNOWN[unknown ?? 'unreadable']}.`;
  if (outcome !== 'passes') return `${OUTCOMES[outcome]}: ${reasonText(reason, matches)}.`;
  if (remark !== '')
    return `Passes, and is logged: with blocking on it would be stopped, for ${reasonText(remark, matches)}.`;
  if (action === EdgeAction.ALLOW && reason.startsWith('custom:'))
    return `Answered with a page of yours: ${reasonText(reason, matches)}.`;
  const { inboundScore } = judgement;
  return inboundScore > 0
    ? `Passes: rules found something (score ${inboundScore}), which is not enough to block it.`
    : 'Passes: nothing was found in it.';
}

function reasonText(reason: string, matches: readonly ExplainedMatch[]): string {
  if (reason === 'rule') return ruleText(matches);
  if (Object.hasOwn(REASONS, reason)) return REASONS[reason]!;
  const [kind = '', detail = ''] = reason.split(/:(.*)/s);
  switch (kind) {
    case 'custom':
      return `your rule “${matches.find(({ tags }) => tags.includes(reason))?.message ?? detail}” applies`;
    case 'blocked_list':
      return `its address is on the list ${detail}`;
    case 'challenged_list':
      return `its address is on the list ${detail}, whose visitors have to prove that they are no programs`;
    case 'bot':
      return `bot protection takes it for a program (${detail.replaceAll('_', ' ')})`;
    case 'challenge':
      return `its client has to prove that it is no program (${detail.replaceAll('_', ' ')})`;
    case 'bad_framing':
      return `it can be read in two ways (${detail.replaceAll('_', ' ')})`;
    default:
      return reason.replaceAll('_', ' ');
  }
}

/** The match with the highest score, and where it was; or the rule that stops on its own if none scores. */
function ruleText(matches: readonly ExplainedMatch[]): string {
  const telling = tellingMatch(matches);
  if (telling === null) return 'a rule stops it';
  const { ruleId, message, targets } = telling;
  const place = targets.find(({ name }) => isRequestField(name))?.name;
  return `rule ${ruleId} (${message})${place === undefined ? '' : ` found something in ${targetText(place)}`}`;
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
