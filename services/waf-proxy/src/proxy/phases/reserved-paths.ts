import { bearerOf } from '../../bots/bot-guard.ts';
import { challengeAssets } from '../../bots/challenge/challenge-assets.ts';
import { PATHS, RESERVED_PATH, SOLUTION_FIELD } from '../../bots/challenge/challenge-page.ts';
import type { ChallengeOutcome } from '../../bots/challenge/challenges.ts';
import type { Edge } from '../edge.ts';
import type { RequestContext } from '../request-context.ts';
import { EdgeAction, type PhaseResult, type Verdict } from '../verdict.ts';

/** For sites that are defended without bot protection of their own. */
const DEFAULT_CLEARANCE_MS = 3_600_000;

const STATUS: Readonly<Record<Exclude<ChallengeOutcome, 'solved'>, number>> = {
  malformed: 400,
  refused: 403,
  expired: 403,
  used: 403,
  busy: 429,
};

/** Whether the path is ours to answer: only where the site may challenge anybody. No rule of an owner shuts it. */
export function isReserved(context: RequestContext): boolean {
  const site = context.site!;
  const challenges = site.bots !== null || site.ddosLevel !== 'none' || site.customRules?.challenges === true;
  return challenges && context.head.target.startsWith(RESERVED_PATH);
}

/** Answers below `/.palisade/`: what the challenge page loads, challenges, and clearances for solutions. */
export function reservedPaths(context: RequestContext, edge: Edge): PhaseResult {
  const { target } = context.head;
  const query = target.indexOf('?');
  const path = query < 0 ? target : target.slice(0, query);
  const reads = context.method === 'GET' || context.method === 'HEAD';
  const asset = challengeAssets().get(path);
  if (asset !== undefined && reads) {
    return {
      status: 200,
      action: EdgeAction.ALLOW,
      reason: 'challenge:page',
      page: asset,
      headers: asset.headers,
    };
  }
  if (path === PATHS.challenge && reads) return newChallenge(context, edge);
  if (path === PATHS.clearance && context.method === 'POST') return newClearance(context, edge);
  return { status: 404, action: EdgeAction.REJECT, reason: 'challenge:no_such_path' };
}

async function newChallenge(context: RequestContext, edge: Edge): Promise<Verdict> {
  const defended = edge.ddos.isDefended(context.site!);
  const challenge = await edge.bots.challenges.create(bearerOf(context), defended, context.receivedAtMs);
  if (challenge === null) return refusal('busy');
  return {
    status: 200,
    action: EdgeAction.ALLOW,
    reason: 'challenge:page',
    page: { contentType: 'application/json', body: Buffer.from(JSON.stringify(challenge)) },
  };
}

async function newClearance(context: RequestContext, edge: Edge): Promise<Verdict> {
  const { challengeSolutions } = edge.pools;
  const place = challengeSolutions.enter(context);
  if (place === null) return refusal('busy');
  const outcome = await edge.bots.challenges
    .judge(solutionOf(context.rawHeaders), bearerOf(context))
    .finally(() => challengeSolutions.leave(place));
  if (outcome !== 'solved') return refusal(outcome);
  edge.counters.challengesSolved += 1;
  const lifetimeMs = context.site!.bots?.clearanceMs ?? DEFAULT_CLEARANCE_MS;
  const cookie = edge.bots.clearances.issue(
    bearerOf(context),
    context.connection.secure,
    context.receivedAtMs,
    lifetimeMs,
  );
  return {
    status: 200,
    action: EdgeAction.ALLOW,
    reason: 'challenge:solved',
    headers: ['Set-Cookie', cookie],
    page: { contentType: 'application/json', body: Buffer.from('{"cleared":true}') },
  };
}

function refusal(outcome: Exclude<ChallengeOutcome, 'solved'>): Verdict {
  return {
    status: STATUS[outcome],
    action: EdgeAction.CHALLENGE,
    reason: `challenge:${outcome}`,
    headers: outcome === 'busy' ? ['Retry-After', '60'] : [],
  };
}

function solutionOf(rawHeaders: readonly string[]): string {
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]!.toLowerCase() === SOLUTION_FIELD) return rawHeaders[index + 1]!;
  }
  return '';
}
