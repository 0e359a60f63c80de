import type { HeadSigns } from '../../http/head-signs.ts';
import { wantsPage } from '../../http/head-signs.ts';
import type { ChallengeCause } from '../../request/challenger.ts';
import { unlessLogOnly } from '../../request/log-only.ts';
import { EdgeAction, type Verdict } from '../../request/verdict.ts';
import { type BotsRequest, isApiPath } from './bots-part.ts';
import { challengePage, PAGE_CSP } from './challenge/challenge-page.ts';

/**
 * For a client without clearance that shall prove to be no machine: the page that has it do so, where a person would see
 * it, and a refusal that programs can read elsewhere. Null in log-only mode, which notes it.
 */
export function challengeClient(
  context: BotsRequest,
  counters: { challenges: number },
  signs: HeadSigns,
  { reason, ofPrograms }: ChallengeCause,
): Verdict | null {
  if (isApiPath(context) || !wantsPage(signs)) {
    return unlessLogOnly(context, { ...ofPrograms, reason, forPrograms: true });
  }
  const repeatable = context.method === 'GET' || context.method === 'HEAD';
  const text = challengePage(context.head.host, context.requestId, repeatable);
  const verdict = unlessLogOnly(context, {
    status: 403,
    action: EdgeAction.CHALLENGE,
    reason,
    headers: ['Content-Security-Policy', PAGE_CSP, 'Referrer-Policy', 'same-origin'],
    page: { contentType: 'text/html; charset=utf-8', body: Buffer.from(text) },
  });
  if (verdict !== null) counters.challenges++;
  return verdict;
}
