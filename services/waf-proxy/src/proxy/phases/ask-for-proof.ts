import { challengePage, PAGE_CSP } from '../../bots/challenge/challenge-page.ts';
import { type HeadSigns, wantsPage } from '../../bots/head-signs.ts';
import type { Edge } from '../edge.ts';
import type { RequestContext } from '../request-context.ts';
import { EdgeAction, type Reason, type Verdict } from '../verdict.ts';

/** Paths of the owner's interfaces: who comes there is a program, and no suspect for it. */
export function isProgramsPath(context: RequestContext): boolean {
  const prefixes = context.site!.bots?.apiPathPrefixes;
  return prefixes?.some((prefix) => context.head.target.startsWith(prefix)) ?? false;
}

/**
 * For a client without clearance that shall prove to be no machine: the page that has it do so, where a person would see
 * it, and a refusal that programs can read elsewhere. Null in log-only mode, which notes it.
 */
export function askForProof(
  context: RequestContext,
  edge: Edge,
  signs: HeadSigns,
  ask: { reason: Reason; ofPrograms: Omit<Verdict, 'reason'> },
): Verdict | null {
  const { reason, ofPrograms } = ask;
  if (isProgramsPath(context) || !wantsPage(signs)) {
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
  if (verdict !== null) edge.counters.challenges += 1;
  return verdict;
}

/** The verdict; in log-only mode a remark in its place. */
export function unlessLogOnly(context: RequestContext, verdict: Verdict): Verdict | null {
  if (context.site!.mode === 'On') return verdict;
  context.wouldRefuse(verdict.reason);
  return null;
}
