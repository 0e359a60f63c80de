import { type HeadSigns, readHeadSigns, wantsPage } from '../../http/head-signs.ts';
import { unlessLogOnly } from '../../request/log-only.ts';
import { RequestSlot } from '../../request/request-slot.ts';
import { EdgeAction, type PhaseResult, type Reason, type Verdict } from '../../request/verdict.ts';
import type { BotIdentity } from './bot-verifier.ts';
import { type BotsRequest, isApiPath } from './bots-part.ts';
import type { BotsServices } from './bots-services.ts';
import type { ClientBehaviour } from './client-behaviour.ts';
import { checkCrawler } from './crawlers-phase.ts';
import { isVerifiable } from './known-bots.ts';
import { reservedPaths } from './reserved-paths.ts';
import { ROBOTS_PATH } from './robots-txt.ts';
import { CHALLENGE_FROM, REFUSE_FROM, scoreOf } from './score.ts';
import { readUserAgent, type UserAgentFacts } from './user-agent.ts';
import { isWellKnown } from './well-known.ts';

/** What is remembered of the client; nothing where bot protection is off. */
export const CLIENT_BEHAVIOUR = new RequestSlot<ClientBehaviour>('behaviour of the client');

/** Retry-After for crawlers that DNS has not verified yet; crawlers come again and tolerate 503. */
const UNVERIFIED_SECONDS = 30;
const ATTACK_SECONDS = 10;
const SEARCHING_SECONDS = 60;

/** Checks for bots, and challenges everybody while the site is defended. Does nothing where neither is on. */
export function checkForBots(context: BotsRequest, edge: BotsServices): PhaseResult {
  const site = context.site!;
  if (context.isReserved) return reservedPaths(context, edge);
  if (context.allowListed || context.skips.botProtection) return null;
  if (site.bots === null && site.crawlers === null) {
    return edge.ddos.isDefended(site) ? checkClient(context, edge) : null;
  }
  const crawler = checkCrawler(context, edge);
  if (crawler instanceof Promise) return crawler.then((verdict) => verdict ?? checkClient(context, edge));
  return crawler ?? checkClient(context, edge);
}

function checkClient(context: BotsRequest, edge: BotsServices): PhaseResult {
  const site = context.site!;
  const defended = edge.ddos.isDefended(site);
  if (site.bots === null && !defended) return null;

  const signs = readHeadSigns(context.rawHeaders);
  const agent = readUserAgent(context.head.userAgent);
  if (site.bots !== null) {
    const behaviour = edge.bots.clients.of(site.siteId, context.client.key, context.receivedAtMs);
    behaviour.arrived(context.head.target, wantsPage(signs), context.receivedAtMs);
    CLIENT_BEHAVIOUR.keep(context, behaviour);
  }
  if (agent.crawler === null || !isVerifiable(agent.crawler))
    return decide(context, edge, { signs, agent, defended, identity: null });
  const identity = edge.bots.verifier.identify(agent.crawler, context.client);
  if (!(identity instanceof Promise)) return decide(context, edge, { signs, agent, defended, identity });
  return identity.then((known) => decide(context, edge, { signs, agent, defended, identity: known }));
}

interface Case {
  signs: HeadSigns;
  agent: UserAgentFacts;
  defended: boolean;
  /** Null: the client claims to be no verifiable crawler. */
  identity: BotIdentity | null;
}

function decide(context: BotsRequest, edge: BotsServices, facts: Case): Verdict | null {
  const { signs, agent, defended, identity } = facts;
  const { bots } = context.site!;
  if (identity === 'genuine') return null;
  if (bots !== null && identity !== null) return wrongCrawler(context, edge, agent, identity);
  const programsWelcome = isApiPath(context);
  const score = scoreOf({
    agent,
    signs,
    client: CLIENT_BEHAVIOUR.read(context) ?? null,
    protocol: context.protocol,
    secure: context.connection.secure,
    programsWelcome,
  });
  if (bots !== null && score.points >= REFUSE_FROM) {
    return refuse(context, edge, { status: 403, action: EdgeAction.BOT, reason: `bot:${score.sign}` });
  }
  if (edge.bots.isCleared(context, signs.cookie)) return null;
  const suspicious = score.points >= CHALLENGE_FROM;
  if (!defended && !mustProve(context, suspicious, programsWelcome)) return null;
  const reason: Reason = defended ? 'ddos:attack' : `bot:${suspicious ? score.sign : 'no_clearance'}`;
  const ofPrograms = refusalOfProgram(context, defended);
  return counted(edge, edge.bots.challenge(context, signs, { reason, ofPrograms, ofFlood: defended }));
}

function refusalOfProgram(context: BotsRequest, defended: boolean): Omit<Verdict, 'reason'> {
  const later = (seconds: number) => ({ status: 429, headers: ['Retry-After', String(seconds)] });
  if (defended) return { ...later(ATTACK_SECONDS), action: EdgeAction.DDOS };
  if (CLIENT_BEHAVIOUR.read(context)?.searches === true)
    return { ...later(SEARCHING_SECONDS), action: EdgeAction.BOT };
  return { status: 403, action: EdgeAction.BOT };
}

const isForMachines = (target: string) => isWellKnown(target) || target === ROBOTS_PATH;

function mustProve(context: BotsRequest, suspicious: boolean, programsWelcome: boolean): boolean {
  const mode = context.site!.bots?.challenge ?? 'off';
  if (mode === 'off' || isForMachines(context.head.target)) return false;
  return suspicious || (mode === 'all' && !programsWelcome);
}

function wrongCrawler(
  context: BotsRequest,
  edge: BotsServices,
  agent: UserAgentFacts,
  identity: 'impostor' | 'unknown',
): Verdict | null {
  const { name } = agent.crawler!;
  if (identity === 'impostor') {
    return refuse(context, edge, { status: 403, action: EdgeAction.BOT, reason: `bot:impostor:${name}` });
  }
  return refuse(context, edge, {
    status: 503,
    action: EdgeAction.BOT,
    reason: `bot:unverified:${name}`,
    headers: ['Retry-After', String(UNVERIFIED_SECONDS)],
  });
}

function refuse(context: BotsRequest, edge: BotsServices, verdict: Verdict): Verdict | null {
  return counted(edge, unlessLogOnly(context, verdict));
}

function counted(edge: BotsServices, verdict: Verdict | null): Verdict | null {
  if (verdict?.action === EdgeAction.BOT) edge.counters.botsRefused++;
  else if (verdict?.action === EdgeAction.DDOS) edge.counters.ddosRefused++;
  return verdict;
}
