import { EdgeAction, type PhaseResult, type Verdict } from '../../request/verdict.ts';
import { bearerOf } from './bot-guard.ts';
import type { BotsRequest } from './bots-part.ts';
import type { BotsServices } from './bots-services.ts';
import { challengeAssets } from './challenge/challenge-assets.ts';
import { PATHS, SOLUTION_FIELD } from './challenge/challenge-page.ts';
import type { ChallengeOutcome } from './challenge/challenges.ts';

/** For sites that are defended but have no bot protection of their own. */
const DEFAULT_CLEARANCE_MS = 3_600_000;

const STATUS: Readonly<Record<Exclude<ChallengeOutcome, 'solved'>, number>> = {
  malformed: 400,
  refused: 403,
  expired: 403,
  used: 403,
  busy: 429,
};

/** Answers paths below `/.palisade/`: files of the challenge page, new challenges, and clearances for solutions. */
export function reservedPaths(context: BotsRequest, edge: BotsServices): PhaseResult {
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

async function newChallenge(context: BotsRequest, edge: BotsServices): Promise<Verdict> {
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

async function newClearance(context: BotsRequest, edge: BotsServices): Promise<Verdict> {
  const { challengeSolutions } = edge.pools;
  const place = challengeSolutions.enter(context);
  if (place === null) return refusal('busy');
  const outcome = await edge.bots.challenges
    .judge(solutionOf(context.rawHeaders), bearerOf(context))
    .finally(() => challengeSolutions.leave(place));
  if (outcome !== 'solved') return refusal(outcome);
  edge.counters.challengesSolved++;
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
