import type { HeadSigns } from '../../http/head-signs.ts';
import { wantsPage } from '../../http/head-signs.ts';
import type { ChallengeCause } from '../../request/challenger.ts';
import { unlessLogOnly } from '../../request/log-only.ts';
import { pageValues } from '../../request/page-values.ts';
import { EdgeAction, type Verdict } from '../../request/verdict.ts';
import { type BotsRequest, isApiPath } from './bots-part.ts';
import {
  CHALLENGE_HEAD,
  challengeMarkup,
  challengePage,
  OWN_PAGE_CHALLENGE_CSP,
  PAGE_CSP,
} from './challenge/challenge-page.ts';

/**
 * Answers a client without clearance that has to be challenged: with the challenge page where a person would see it,
 * otherwise with an error that programs can read. Null in log-only mode, which notes it, and for CORS preflights.
 */
export function challengeClient(
  context: BotsRequest,
  counters: { challenges: number },
  signs: HeadSigns,
  { reason, ofPrograms, ofFlood = false }: ChallengeCause,
): Verdict | null {
  if (context.method === 'OPTIONS' && signs.asksForOtherOrigin && !ofFlood) return null;
  if (isApiPath(context) || !wantsPage(signs)) {
    return unlessLogOnly(context, { ...ofPrograms, reason, forPrograms: true });
  }
  const repeatable = context.method === 'GET' || context.method === 'HEAD';
  const { html, csp } = pageOf(context, repeatable);
  const verdict = unlessLogOnly(context, {
    status: 403,
    action: EdgeAction.CHALLENGE,
    reason,
    headers: ['Content-Security-Policy', csp, 'Referrer-Policy', 'same-origin'],
    page: { contentType: 'text/html; charset=utf-8', body: Buffer.from(html) },
  });
  if (verdict !== null) counters.challenges++;
  return verdict;
}

/** The owner's page, if any, with the challenge in its place. */
function pageOf(context: BotsRequest, repeatable: boolean): { html: string; csp: string } {
  const { host } = context.head;
  const own = context.site!.ownPages?.find('challenge', context.rawHeaders) ?? null;
  if (own === null) return { html: challengePage(host, context.requestId, repeatable), csp: PAGE_CSP };
  const values = { ...pageValues(context, 403), challenge: challengeMarkup(repeatable) };
  return { html: own.render(values, CHALLENGE_HEAD), csp: OWN_PAGE_CHALLENGE_CSP };
}
