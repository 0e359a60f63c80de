import type { BotIdentity } from '../../bots/bot-verifier.ts';
import { type HeadSigns, readHeadSigns, wantsPage } from '../../bots/head-signs.ts';
import { CHALLENGE_FROM, REFUSE_FROM, scoreOf } from '../../bots/score.ts';
import { readUserAgent, type UserAgentFacts } from '../../bots/user-agent.ts';
import type { CompiledSite } from '../../site-config/compiled-site.ts';
import type { Edge } from '../edge.ts';
import type { RequestContext } from '../request-context.ts';
import { EdgeAction, type PhaseResult, type Reason, type Verdict } from '../verdict.ts';
import { askForProof, isProgramsPath, unlessLogOnly } from './ask-for-proof.ts';
import { isReserved, reservedPaths } from './reserved-paths.ts';

/** DNS has not said yet whether a crawler is who it says: it comes again, and none takes 503 amiss. */
const UNVERIFIED_SECONDS = 30;
const ATTACK_SECONDS = 10;
const SEARCHING_SECONDS = 60;

/** Phase 4: bots, and whoever comes while the site is defended. Nothing is looked at where neither is switched on. */
export function protect(context: RequestContext, edge: Edge): PhaseResult {
  const site = context.site!;
  if (isReserved(context)) return reservedPaths(context, edge);
  if (site.bots === null && site.ddosLevel === 'none') return null;
  if (context.allowListed || context.skips.botProtection) return null;
  const defended = edge.ddos.isDefended(site);
  if (site.bots === null && !defended) return null;

  const signs = readHeadSigns(context.rawHeaders);
  const agent = readUserAgent(context.head.userAgent);
  if (site.bots !== null) {
    context.visitor = edge.bots.visitors.of(site.siteId, context.client.key, context.receivedAtMs);
    context.visitor.arrived(context.head.target, wantsPage(signs), context.receivedAtMs);
  }
  if (agent.crawler === null) return decide(context, edge, { site, signs, agent, defended, identity: null });
  const identity = edge.bots.verifier.identify(agent.crawler, context.client);
  if (!(identity instanceof Promise))
    return decide(context, edge, { site, signs, agent, defended, identity });
  return identity.then((known) => decide(context, edge, { site, signs, agent, defended, identity: known }));
}

interface Case {
  site: CompiledSite;
  signs: HeadSigns;
  agent: UserAgentFacts;
  defended: boolean;
  /** Null: the client claims to be no crawler. */
  identity: BotIdentity | null;
}

function decide(context: RequestContext, edge: Edge, facts: Case): Verdict | null {
  const { site, signs, agent, defended, identity } = facts;
  const { bots } = site;
  if (identity === 'genuine') return null;
  if (bots !== null && identity !== null) return wrongCrawler(context, edge, agent, identity);
  const programsWelcome = isProgramsPath(context);
  const score = scoreOf({
    agent,
    signs,
    visitor: context.visitor,
    protocol: context.protocol,
    secure: context.connection.secure,
    programsWelcome,
  });
  if (bots !== null && score.points >= REFUSE_FROM) {
    return refuse(context, edge, { status: 403, action: EdgeAction.BOT, reason: `bot:${score.sign}` });
  }
  if (edge.bots.isCleared(context, signs.cookie)) return null;
  const suspicious = score.points >= CHALLENGE_FROM;
  if (!defended && !mustProve(context, facts, suspicious, programsWelcome)) return null;
  const reason: Reason = defended ? 'ddos:attack' : `bot:${suspicious ? score.sign : 'no_clearance'}`;
  const ofPrograms = refusalOfProgram(context, defended);
  return counted(edge, askForProof(context, edge, signs, { reason, ofPrograms }));
}

function refusalOfProgram(context: RequestContext, defended: boolean): Omit<Verdict, 'reason'> {
  const later = (seconds: number) => ({ status: 429, headers: ['Retry-After', String(seconds)] });
  if (defended) return { ...later(ATTACK_SECONDS), action: EdgeAction.DDOS };
  if (context.visitor?.searches === true) return { ...later(SEARCHING_SECONDS), action: EdgeAction.BOT };
  return { status: 403, action: EdgeAction.BOT };
}

/** Machines have to reach these, or nobody could point one to the site properly. */
const isForMachines = (target: string) => target.startsWith('/.well-known/') || target === '/robots.txt';

function mustProve(
  context: RequestContext,
  facts: Case,
  suspicious: boolean,
  programsWelcome: boolean,
): boolean {
  const mode = facts.site.bots?.challenge ?? 'off';
  if (mode === 'off' || isForMachines(context.head.target)) return false;
  return suspicious || (mode === 'all' && !programsWelcome);
}

function wrongCrawler(
  context: RequestContext,
  edge: Edge,
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

function refuse(context: RequestContext, edge: Edge, verdict: Verdict): Verdict | null {
  return counted(edge, unlessLogOnly(context, verdict));
}

function counted(edge: Edge, verdict: Verdict | null): Verdict | null {
  if (verdict?.action === EdgeAction.BOT) edge.counters.botsRefused += 1;
  else if (verdict?.action === EdgeAction.DDOS) edge.counters.ddosRefused += 1;
  return verdict;
}
