import type { Edge } from '../edge.ts';
import type { RequestContext } from '../request-context.ts';
import { EdgeAction, type PhaseResult } from '../verdict.ts';

const PREFIX = '/.well-known/acme-challenge/';

/**
 * Before all other phases: proves control of a site's name to the certificate authority (RFC 8555, 8.3), also for a
 * site that is paused, blocks the authority's country or sends everybody to HTTPS. Tokens that are not ours go their
 * way to the origin, which may obtain certificates by itself.
 */
export function answerChallenge(context: RequestContext, edge: Edge): PhaseResult {
  const { target, host } = context.head;
  if (!target.startsWith(PREFIX) || context.framingFault !== null) return null;
  if (edge.sites.find(host) === undefined) return null;
  const answer = edge.challenges.find(host, target.slice(PREFIX.length), context.receivedAtMs);
  if (answer === null) return null;
  // Left without its site: a visit about our own business is nobody's traffic.
  return {
    status: 200,
    action: EdgeAction.ALLOW,
    reason: 'acme_challenge',
    page: { contentType: 'application/octet-stream', body: Buffer.from(answer, 'latin1') },
  };
}
