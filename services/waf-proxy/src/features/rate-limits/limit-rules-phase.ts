import { createHmac } from 'node:crypto';
import type { ValueSteps } from '@palisade/regex';
import { plainPath, type RuleMatch } from '@palisade/waf-engine';
import { cookieOf, readHeadSigns } from '../../http/head-signs.ts';
import type { Challenger } from '../../request/challenger.ts';
import type { BodyValues } from '../../request/conditions/body-values.ts';
import { allHold, mayHold } from '../../request/conditions/bounded-conditions.ts';
import type { AskedPart } from '../../request/conditions/conditions.ts';
import { type CrawlerIdentifier, whenClaimIsSettled } from '../../request/conditions/crawler-claims.ts';
import { foundEarly } from '../../request/conditions/found-by.ts';
import { RequestValues } from '../../request/conditions/request-values.ts';
import type { CountersOf } from '../../request/feature.ts';
import type { ListedClients } from '../../request/listed-clients.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { RequestSlot } from '../../request/request-slot.ts';
import type { Site } from '../../request/site.ts';
import { EdgeAction, type PhaseResult, type Verdict } from '../../request/verdict.ts';
import type { AmountLimiter, LimitKey } from './amount-limiter.ts';
import type { Delays } from './delays.ts';
import type { LimitRule, LimitRules } from './limit-rule.ts';

export const LIMIT_RULES_COUNTERS = {
  limitRulesRefused: 'Requests that a rate limit rule refused or blocked',
  limitRulesChallenged: 'Requests that a rate limit rule answered with a challenge',
  limitRulesDelayed: 'Requests that a rate limit rule slowed down',
  limitRulesLogged: 'Times that a rate limit rule which only logs was exceeded',
} as const;

export interface LimitRulesServices {
  bots: Challenger & CrawlerIdentifier;
  /** Shared by all requests, as conditions never pause. */
  customRuleSteps: ValueSteps;
  clientLists: ListedClients;
  amounts: AmountLimiter;
  delays: Delays;
  /** HMAC key for limit keys; the same on all nodes. */
  limitKeySecret: Uint8Array;
  bans: {
    bannedUntil(siteId: string, address: string, nowMs: number): number;
    ban(siteId: string, address: string, nowMs: number, reason: string, lastsMs: number): number;
  };
  counters: CountersOf<typeof LIMIT_RULES_COUNTERS>;
}

/** For the log: the exceeded limits, the deciding one first. */
export interface LimitRecord {
  name: string;
  matches: RuleMatch[];
}
export const LIMIT_RECORD = new RequestSlot<LimitRecord>('limits that were exceeded');

/** A limit whose count depends on the request's outcome. */
interface OpenCount {
  readonly rule: LimitRule;
  readonly key: LimitKey;
  readonly attempt: boolean;
}
const OPEN_COUNTS = new RequestSlot<OpenCount[]>('limits that count the answer');

interface Fitting {
  readonly rule: LimitRule;
  readonly key: LimitKey;
}

const NOT_YET: ReadonlySet<AskedPart> = new Set(['crawler', 'body']);

/** Applies limits that need no body; first verifies a crawler claim if a limit depends on it. */
export function applyLimitRulesOfHead(
  context: RequestContext<Site>,
  edge: LimitRulesServices,
  limits: LimitRules,
): PhaseResult {
  const proceed = () => applyLimitRules(context, edge, limits);
  if (!limits.asksCrawlers) return proceed();
  const mayMatter = () => {
    edge.customRuleSteps.reset();
    const request = new RequestValues(context, limits.asked, edge.clientLists);
    return [...limits.rules, ...limits.bodyRules].some(
      ({ conditions }) =>
        conditions.some(({ condition }) => condition.asks === 'crawler') &&
        mayHold(conditions, request, edge.customRuleSteps, NOT_YET),
    );
  };
  return whenClaimIsSettled(context, edge.bots, mayMatter, proceed);
}

/** Applies matching limits in order until one stops the request. */
export function applyLimitRules(
  context: RequestContext<Site>,
  edge: LimitRulesServices,
  limits: Pick<LimitRules, 'rules' | 'asked'>,
  body: BodyValues | null = null,
): PhaseResult {
  // Nothing pauses here, so the worker's counter can be used.
  const steps = edge.customRuleSteps;
  steps.reset();
  const found = body === null ? foundEarly(context) : { ...foundEarly(context), body };
  const request = new RequestValues(context, limits.asked, edge.clientLists, found);
  const fitting: Fitting[] = [];
  for (const rule of limits.rules) {
    // An undecided limit counts, so that padding is no way around it.
    if (allHold(rule.conditions, request, steps) === false) continue;
    for (const key of rule.key.read(context, request, edge.limitKeySecret)) fitting.push({ rule, key });
  }
  return fitting.length === 0 ? null : askFrom(0, fitting, context, edge);
}

function askFrom(
  first: number,
  fitting: readonly Fitting[],
  context: RequestContext<Site>,
  edge: LimitRulesServices,
): PhaseResult {
  for (let index = first; index < fitting.length; index++) {
    const result = judge(fitting[index]!, context, edge);
    if (result === null) continue;
    if (!(result instanceof Promise)) return result;
    return result.then((verdict) => {
      if (verdict !== null || context.lifetime.isOver) return verdict;
      return askFrom(index + 1, fitting, context, edge);
    });
  }
  return null;
}

function judge(fitting: Fitting, context: RequestContext<Site>, edge: LimitRulesServices): PhaseResult {
  const { rule, key } = fitting;
  if (rule.action === 'block' && context.site!.mode === 'On') {
    const until = edge.bans.bannedUntil(context.site!.siteId, blockedName(rule, key), context.receivedAtMs);
    if (until !== 0) {
      note(rule, context);
      return refused(rule, edge, until - context.receivedAtMs);
    }
  }
  const over = isOver(fitting, context, edge);
  const settle = (isOverNow: boolean) =>
    isOverNow ? consequence(fitting, context, edge) : begun(fitting, context, edge);
  return over instanceof Promise ? over.then(settle) : settle(over);
}

function isOver(
  { rule, key }: Fitting,
  { head, receivedAtMs }: RequestContext,
  { amounts, limitKeySecret }: LimitRulesServices,
): boolean | Promise<boolean> {
  switch (rule.counts) {
    case 'requests':
      return amounts.take(rule.limit, key, receivedAtMs);
    case 'failures':
    case 'bytes':
      return amounts.isReached(rule.limit, key, receivedAtMs);
    case 'distinct_paths':
      return amounts.takePath(rule.limit, key, hashOf(plainPath(head.target), limitKeySecret), receivedAtMs);
  }
}

/** Keyed, so that nobody can find paths with the same hash. */
const hashOf = (path: string, secret: Uint8Array): number =>
  createHmac('sha256', secret).update(path, 'latin1').digest().readUInt32BE(0) >>> 1;

/** Lets the request pass; its response may count. */
function begun({ rule, key }: Fitting, context: RequestContext<Site>, edge: LimitRulesServices): PhaseResult {
  if (rule.counts !== 'failures') {
    if (rule.counts === 'bytes') keepOpen(context, { rule, key, attempt: false });
    return null;
  }
  const attempt = edge.amounts.beginAttempt(rule.limit, key, context.receivedAtMs);
  if (attempt || rule.action === 'log' || context.site!.mode !== 'On') {
    keepOpen(context, { rule, key, attempt });
    return null;
  }
  // Not too many failures yet; the request only has to wait for earlier ones.
  note(rule, context);
  return refused(rule, edge, 1_000);
}

function keepOpen(context: RequestContext, count: OpenCount): void {
  const open = OPEN_COUNTS.read(context);
  if (open === undefined) OPEN_COUNTS.keep(context, [count]);
  else open.push(count);
}

/** Counts what is known only at the end of a request. */
export function countEnded(context: RequestContext<Site>, { amounts }: LimitRulesServices): void {
  const open = OPEN_COUNTS.read(context);
  if (open === undefined) return;
  const nowMs = Date.now();
  for (const { rule, key, attempt } of open) {
    if (attempt) amounts.endAttempt(rule.limit, key, nowMs);
    const amount = amountOf(rule, context);
    if (amount > 0) amounts.add(rule.limit, key, amount, nowMs);
  }
}

function amountOf({ counts, statuses }: LimitRule, context: RequestContext): number {
  if (counts === 'bytes') return context.requestBytes + context.responseBytes;
  return statuses.has(context.originStatus) ? 1 : 0;
}

function consequence(
  { rule, key }: Fitting,
  context: RequestContext<Site>,
  edge: LimitRulesServices,
): PhaseResult {
  const { action, reason } = rule;
  if (action === 'challenge' && edge.bots.isCleared(context, cookieOf(context.rawHeaders))) {
    return letPass(rule, key, context);
  }
  const isFirst = note(rule, context);
  if (action === 'log') {
    if (isFirst) edge.counters.limitRulesLogged++;
    return letPass(rule, key, context);
  }
  if (context.site!.mode !== 'On') {
    context.wouldRefuse(reason);
    return letPass(rule, key, context);
  }
  const now = context.receivedAtMs;
  switch (action) {
    case 'challenge': {
      const verdict = edge.bots.challenge(context, readHeadSigns(context.rawHeaders), {
        reason,
        ofPrograms: { status: 429, action: EdgeAction.RATE_LIMIT },
        ofFlood: true,
      });
      if (verdict !== null) edge.counters.limitRulesChallenged++;
      return verdict;
    }
    case 'refuse':
      return refused(rule, edge, edge.amounts.waitMs(rule.limit, key, now));
    case 'slow_down': {
      // Only once, even if several values of a part exceed the limit.
      if (!isFirst) return letPass(rule, key, context);
      const delay = edge.delays.delay(context, rule.delayMs);
      if (delay === null) return refused(rule, edge, rule.delayMs);
      edge.counters.limitRulesDelayed++;
      return delay.then(() => letPass(rule, key, context));
    }
    case 'block': {
      const { siteId } = context.site!;
      const until = edge.bans.ban(siteId, blockedName(rule, key), now, reason, rule.blockMs);
      return refused(rule, edge, until - now);
    }
  }
}

function letPass(rule: LimitRule, key: LimitKey, context: RequestContext): null {
  if (rule.counts === 'failures' || rule.counts === 'bytes') keepOpen(context, { rule, key, attempt: false });
  return null;
}

/** Stored among the bans of addresses, with names that no address has; domains' `banLiftSchema` knows the form. */
const blockedName = ({ limit }: LimitRule, { text }: LimitKey): string =>
  `limit${limit.scope.slice(limit.siteId.length)}/${text}`;

function refused({ reason }: LimitRule, edge: LimitRulesServices, waitMs: number): Verdict {
  edge.counters.limitRulesRefused++;
  return {
    status: 429,
    action: EdgeAction.RATE_LIMIT,
    reason,
    headers: ['Retry-After', String(Math.max(1, Math.ceil(waitMs / 1_000)))],
  };
}

/**
 * Limits have no number; the tags say which limit it is and what it does. @returns false if it was noted before, by
 * another key
 */
function note(rule: LimitRule, context: RequestContext): boolean {
  const record = LIMIT_RECORD.read(context);
  if (record?.matches.some(({ tags }) => tags[0] === rule.reason) === true) return false;
  const match: RuleMatch = {
    ruleId: 0,
    phase: 1,
    message: rule.name,
    data: rule.words,
    severity: null,
    tags: [rule.reason, `limit-action/${rule.action}`],
    logged: true,
    targets: [],
    score: 0,
  };
  if (record === undefined) LIMIT_RECORD.keep(context, { name: rule.name, matches: [match] });
  else {
    // A limit that stops the request is evaluated last.
    const decides = rule.action !== 'log';
    if (decides) record.name = rule.name;
    record.matches = decides ? [match, ...record.matches] : [...record.matches, match];
  }
  return true;
}
