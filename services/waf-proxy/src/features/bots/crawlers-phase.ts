import { readHeadSigns } from '../../http/head-signs.ts';
import { unlessLogOnly } from '../../request/log-only.ts';
import { RequestSlot } from '../../request/request-slot.ts';
import { EdgeAction, type PhaseResult, type Reason, type Verdict } from '../../request/verdict.ts';
import type { BotIdentity } from './bot-verifier.ts';
import type { BotsRequest } from './bots-part.ts';
import type { BotsServices } from './bots-services.ts';
import { isVerifiable, type KnownBot } from './known-bots.ts';
import { isRobotsTxt } from './robots-txt.ts';
import { readUserAgent } from './user-agent.ts';

interface Crawler {
  readonly bot: KnownBot;
  readonly isGenuine: boolean;
}

/** The crawler that a request claims to be, for the log. */
const CRAWLER = new RequestSlot<Crawler>('crawler');

/** Log reason: kind, name, and whether the address belongs to the operator. */
export const crawlerReason = ({ bot, isGenuine }: Crawler): Reason =>
  `crawler:${bot.kind}:${bot.name}:${isGenuine ? 'verified' : 'claimed'}`;

/**
 * Treats crawlers by their purpose, as the owner chose. Where a kind is allowed, bot protection judges it like other
 * clients.
 */
export function checkCrawler(context: BotsRequest, edge: BotsServices): PhaseResult {
  const { crawlers, bots } = context.site!;
  const { crawler: bot } = readUserAgent(context.head.userAgent);
  if (bot === null) return null;
  const action = crawlers?.actions[bot.kind] ?? 'allow';
  // Bot protection verifies crawlers itself; its result is noted there.
  if (action === 'allow' && bots === null) return null;
  const identity = isVerifiable(bot) ? edge.bots.verifier.identify(bot, context.client) : null;
  if (identity instanceof Promise) return identity.then((known) => decide(context, edge, bot, known));
  return decide(context, edge, bot, identity);
}

/** @param identity null: unknown */
function decide(
  context: BotsRequest,
  edge: BotsServices,
  bot: KnownBot,
  identity: BotIdentity | null,
): Verdict | null {
  const crawler = { bot, isGenuine: identity === 'genuine' };
  CRAWLER.keep(context, crawler);
  const action = context.site!.crawlers?.actions[bot.kind] ?? 'allow';
  // A blocked crawler must still be able to read what it may not do.
  if (action === 'allow' || isRobotsTxt(context)) return null;
  const refusal = { status: 403, action: EdgeAction.BOT };
  if (identity === 'impostor')
    return refuse(context, edge, { ...refusal, reason: `bot:impostor:${bot.name}` });
  const reason = crawlerReason(crawler);
  switch (action) {
    case 'block':
      return refuse(context, edge, { ...refusal, reason });
    case 'challenge': {
      const signs = readHeadSigns(context.rawHeaders);
      if (edge.bots.isCleared(context, signs.cookie)) return null;
      return edge.bots.challenge(context, signs, { reason, ofPrograms: refusal });
    }
    case 'slow': {
      const seconds = edge.bots.crawlerPace.secondsToWait(
        context.site!.siteId,
        bot.name,
        context.receivedAtMs,
      );
      if (seconds === 0) return null;
      return refuse(context, edge, {
        status: 429,
        action: EdgeAction.BOT,
        reason,
        headers: ['Retry-After', String(seconds)],
      });
    }
  }
}

function refuse(context: BotsRequest, edge: BotsServices, verdict: Verdict): Verdict | null {
  const refused = unlessLogOnly(context, { ...verdict, forPrograms: true });
  if (refused !== null) edge.counters.crawlersRefused++;
  return refused;
}

/** Adds the crawler to the log of requests that pass. */
export function noteCrawler(request: BotsRequest): void {
  const crawler = request.reason === '' ? CRAWLER.read(request) : undefined;
  if (crawler !== undefined) request.reason = crawlerReason(crawler);
}
