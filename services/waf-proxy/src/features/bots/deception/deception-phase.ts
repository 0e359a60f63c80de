import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { cookieOf, readHeadSigns } from '../../../http/head-signs.ts';
import { HourlyCounts } from '../../../io/hourly-counts.ts';
import { networkOf } from '../../../io/shares/holder.ts';
import type { Challenger } from '../../../request/challenger.ts';
import type { CountersOf } from '../../../request/feature.ts';
import type { RequestContext } from '../../../request/request-context.ts';
import { RequestSlot } from '../../../request/request-slot.ts';
import type { Site } from '../../../request/site.ts';
import { EdgeAction, type PhaseResult, type Reason, type Verdict } from '../../../request/verdict.ts';
import type { BotGuard } from '../bot-guard.ts';
import { isRobotsTxt } from '../robots-txt.ts';
import { isWellKnown } from '../well-known.ts';
import type { DeceptionPart, DeceptionPolicy } from './deception-policy.ts';
import { type Hearing, hearWhoFollowed, looksOf } from './hearing.ts';
import type { Tarpit } from './tarpit.ts';

/**
 * Maximum programs per address and hour that are remembered one by one. Behind one address there may be several programs, and
 * hundreds of people who use none of them.
 */
const MAX_PROGRAMS_OF_CLIENT = 8;
/** The same of a network (/24, /48), which may be one household's: of an IPv6 one, 65,536 clients. */
const MAX_PROGRAMS_OF_NETWORK = 256;
/** Maximum addresses and networks, over all sites, for which programs are counted. */
const MAX_CLIENTS_COUNTED = 40_000;

export const countedTrapNames = () => new HourlyCounts(MAX_CLIENTS_COUNTED);

export const DECEPTION_COUNTERS = {
  deceptionTouched: 'Requests of programs that followed a hidden link or filled in a hidden field',
  deceptionRefused: 'Requests refused, challenged or kept waiting because of a hidden link or field',
} as const;

export interface DeceptionServices {
  bots: Challenger & Pick<BotGuard, 'verifier'>;
  bans: {
    readonly size: number;
    bannedUntil(siteId: string, name: string, nowMs: number): number;
    ban(siteId: string, name: string, nowMs: number, reason: string, lastsMs: number): number;
  };
  /** Programs remembered per client and hour. */
  trapNames: Pick<HourlyCounts, 'add'>;
  tarpit: Tarpit;
  ddos: { isDefended(site: Site): boolean };
  counters: CountersOf<typeof DECEPTION_COUNTERS>;
}

export type DeceptionRequest = RequestContext<Site & DeceptionPart>;
export type Touched = 'link' | 'field';

/** The reason to log for a request that passes. */
const NOTED = new RequestSlot<Reason>('what of the hidden a client has touched');

const ALONE: Reason = 'deception:let_alone';
const REMEMBERED: Reason = 'deception:remembered';

/** Handles requests for hidden links and decoys, and requests of clients remembered for having touched one. */
export function checkDeception(context: DeceptionRequest, edge: DeceptionServices): PhaseResult {
  const policy = context.site!.deception;
  if (policy === null || context.isReserved) return null;
  const isExempt = context.allowListed || context.skips.botProtection;
  if (policy.links && policy.names.isLink(pathOf(context), context.receivedAtMs)) {
    if (isExempt) return notThere(ALONE);
    const hearing = hearWhoFollowed(context, edge.bots.verifier);
    return hearing instanceof Promise
      ? hearing.then((heard) => followed(context, edge, policy, heard))
      : followed(context, edge, policy, hearing);
  }
  return isExempt ? null : askMemory(context, edge, policy);
}

function pathOf({ head: { target } }: RequestContext): string {
  const query = target.indexOf('?');
  return query < 0 ? target : target.slice(0, query);
}

/** Answers as if nothing existed at this path, without asking the origin. */
const notThere = (reason: Reason): Verdict => ({ status: 404, action: EdgeAction.ALLOW, reason });

function followed(
  context: DeceptionRequest,
  edge: DeceptionServices,
  policy: DeceptionPolicy,
  hearing: Hearing,
): Verdict {
  if (hearing === 'let alone') return notThere(ALONE);
  return touch(context, edge, policy, { hearing, what: 'link' }) ?? notThere('deception:link');
}

/** Decides what follows for a client that touched a decoy. Null: nothing but a log entry. */
export function touch(
  context: DeceptionRequest,
  edge: DeceptionServices,
  policy: DeceptionPolicy,
  { hearing, what }: { hearing: Hearing; what: Touched },
): Verdict | null {
  const reason: Reason = hearing === 'let alone' ? ALONE : `deception:${what}`;
  NOTED.keep(context, reason);
  if (hearing === 'let alone') return null;
  edge.counters.deceptionTouched++;
  if (policy.action === 'log') return null;
  if (context.site!.mode !== 'On') {
    context.wouldRefuse(reason);
    return null;
  }
  remember(context, edge, policy, { looks: hearing, reason });
  return consequence(context, edge, policy, { looks: hearing, reason });
}

/**
 * Remembers a client. Its user agent is its own choice: a client that changes it with every request must neither fill
 * the site's bans nor the owner's list of them, nor burn some names so that its own is never remembered: beyond so many
 * programs, all at its address that look like one share a name. A further touch by a client that is already remembered
 * for long is not reported again.
 */
function remember(
  context: DeceptionRequest,
  edge: DeceptionServices,
  { lastsMs }: DeceptionPolicy,
  { looks, reason }: { looks: 'person' | 'program'; reason: Reason },
): void {
  const { client, receivedAtMs } = context;
  const { siteId } = context.site!;
  const isRemembered = (name: string) =>
    edge.bans.bannedUntil(siteId, name, receivedAtMs) > receivedAtMs + lastsMs / 2;
  let name = nameOf(context);
  if (isRemembered(name)) return;
  if (edge.trapNames.add(`${siteId}|${client.key}`) > MAX_PROGRAMS_OF_CLIENT) {
    name = nameOfPrograms(context);
    if (looks === 'person' || isRemembered(name)) return;
  }
  if (edge.trapNames.add(`${siteId}|network ${networkOf(client)}`) > MAX_PROGRAMS_OF_NETWORK) return;
  edge.bans.ban(siteId, name, receivedAtMs, reason, lastsMs);
}

function askMemory(
  context: DeceptionRequest,
  edge: DeceptionServices,
  policy: DeceptionPolicy,
): Verdict | null {
  // The usual case: no client is remembered at all.
  if (edge.bans.size === 0 || policy.action === 'log' || context.site!.mode !== 'On') return null;
  // Crawlers have to be able to read what they may not do.
  if (isRobotsTxt(context) || isWellKnown(context.head.target)) return null;
  const isRemembered = (name: string) =>
    edge.bans.bannedUntil(context.site!.siteId, name, context.receivedAtMs) > 0;
  if (isRemembered(nameOf(context)))
    return consequence(context, edge, policy, { looks: looksOf(context), reason: REMEMBERED });
  if (!isRemembered(nameOfPrograms(context)) || looksOf(context) === 'person') return null;
  return consequence(context, edge, policy, { looks: 'program', reason: REMEMBERED });
}

function consequence(
  context: DeceptionRequest,
  edge: DeceptionServices,
  { action }: DeceptionPolicy,
  { looks, reason }: { looks: 'person' | 'program'; reason: Reason },
): Verdict | null {
  const verdict = consequenceOf(context, edge, action, { looks, reason });
  if (verdict !== null) edge.counters.deceptionRefused++;
  return verdict;
}

function consequenceOf(
  context: DeceptionRequest,
  edge: DeceptionServices,
  action: DeceptionPolicy['action'],
  { looks, reason }: { looks: 'person' | 'program'; reason: Reason },
): Verdict | null {
  const refusal = { status: 403, action: EdgeAction.BOT, reason };
  if (looks === 'person' || action === 'challenge') {
    if (edge.bots.isCleared(context, cookieOf(context.rawHeaders))) return null;
    return edge.bots.challenge(context, readHeadSigns(context.rawHeaders), { reason, ofPrograms: refusal });
  }
  // While the site is under attack, no connection is held open.
  if (action !== 'tarpit' || edge.ddos.isDefended(context.site!)) return refusal;
  return edge.tarpit.verdict(context, reason) ?? refusal;
}

/** Logs requests of remembered clients that pass. */
export function noteTouched(context: RequestContext): void {
  const noted = context.reason === '' ? NOTED.read(context) : undefined;
  if (noted !== undefined) context.reason = noted;
}

const digests = new LRUCache<string, string>({ max: 5_000 });

/**
 * The name under which a client is remembered, among the bans of addresses (no address has this form; domains'
 * `banLiftSchema` knows it). Hundreds of people may share an address, so the program is told from their browsers by its
 * TLS fingerprint, or by its user agent where there is no TLS.
 */
function nameOf({ connection, head, client }: RequestContext): string {
  const ja4 = connection.fingerprint?.ja4 ?? '';
  return `trap/${digestOf(ja4 === '' ? head.userAgent : ja4)}/${client.key}`;
}

/** In the place of a digest, and as long as one. */
const ANY_PROGRAM = 'any_program_';

/** The name of a suspected program at an address. */
const nameOfPrograms = ({ client }: RequestContext): string => `trap/${ANY_PROGRAM}/${client.key}`;

const DIGEST_CHARACTERS = 12;
const MAX_KEPT_CHARACTERS = 512;

function digestOf(text: string): string {
  const known = digests.get(text);
  if (known !== undefined) return known;
  const digest = createHash('sha256').update(text, 'latin1').digest('base64url').slice(0, DIGEST_CHARACTERS);
  if (text.length <= MAX_KEPT_CHARACTERS) digests.set(Buffer.from(text, 'latin1').toString('latin1'), digest);
  return digest;
}
