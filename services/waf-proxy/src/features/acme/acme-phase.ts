import { ACME_CHALLENGE_PATH } from '@palisade/edge-state';
import type { RequestContext } from '../../request/request-context.ts';
import type { Site } from '../../request/site.ts';
import { EdgeAction, type PhaseResult } from '../../request/verdict.ts';
import type { AcmeChallengeTable } from './acme-challenge-table.ts';

export interface AcmeServices {
  sites: { find(host: string): Site | undefined };
  acmeChallenges: AcmeChallengeTable;
}

/**
 * Comes before all other phases: proves control of a site's name to the certificate authority (RFC 8555, 8.3), even if
 * the site is paused, blocks the authority's country or redirects to HTTPS. Unknown tokens pass to the origin, which
 * may obtain certificates itself.
 */
export function answerAcmeChallenge(context: RequestContext, edge: AcmeServices): PhaseResult {
  const { target, host } = context.head;
  if (!target.startsWith(ACME_CHALLENGE_PATH) || context.framingFault !== null) return null;
  if (edge.sites.find(host) === undefined) return null;
  const answer = edge.acmeChallenges.find(
    host,
    target.slice(ACME_CHALLENGE_PATH.length),
    context.receivedAtMs,
  );
  if (answer === null) return null;
  // Without its site, since this request is not the site's traffic.
  return {
    status: 200,
    action: EdgeAction.ALLOW,
    reason: 'acme_challenge',
    page: { contentType: 'application/octet-stream', body: Buffer.from(answer, 'latin1') },
  };
}
