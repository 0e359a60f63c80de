import { createHash, randomBytes } from 'node:crypto';
import { ValueSteps } from '@palisade/regex';
import { AcmeChallengeTable } from '../../features/acme/acme-challenge-table.ts';
import { BotGuard } from '../../features/bots/bot-guard.ts';
import { systemLookup } from '../../features/bots/bot-verifier.ts';
import { countedTrapNames } from '../../features/bots/deception/deception-phase.ts';
import { Tarpit } from '../../features/bots/deception/tarpit.ts';
import { CspReportLimits } from '../../features/csp-reports/csp-report-limits.ts';
import { DdosGuard } from '../../features/ddos/ddos-guard.ts';
import { bodyValuesOf } from '../../features/inspection/body-values.ts';
import { frameTurns } from '../../features/inspection/frame-turns.ts';
import { inspectRequest } from '../../features/inspection/inspection-phase.ts';
import { RuleTurns } from '../../features/inspection/rule-turns.ts';
import { messageJudge } from '../../features/inspection/websocket-messages.ts';
import { Overload } from '../../features/overload/overload.ts';
import { AmountLimiter } from '../../features/rate-limits/amount-limiter.ts';
import { Delays } from '../../features/rate-limits/delays.ts';
import { RateLimiter } from '../../features/rate-limits/rate-limiter.ts';
import { Recorder } from '../../features/recording/recorder.ts';
import { ReportTickets } from '../../features/visitor-reports/report-tickets.ts';
import { VisitorReportLimits } from '../../features/visitor-reports/visitor-report-limits.ts';
import { AddressList } from '../../io/addresses/address-list.ts';
import type { Edge, EdgeRequest } from '../../pipeline/edge.ts';
import { forward } from '../../pipeline/forward.ts';
import { PATH_CLAIM } from '../ipc/path-claims.ts';
import type { EdgeWorkerOptions } from './edge-worker-options.ts';

/** Further parts that the worker keeps references to. */
export type KeptByWorker = Pick<
  Edge,
  | 'sites'
  | 'controls'
  | 'bans'
  | 'clientLists'
  | 'listings'
  | 'cache'
  | 'uploads'
  | 'balancer'
  | 'peers'
  | 'origins'
  | 'deadlines'
  | 'writes'
  | 'pools'
  | 'counters'
  | 'durations'
  | 'record'
  | 'reportFault'
>;

/** Makes what the requests of one worker share. A feature's need that is not met here does not compile. */
export function createEdge(options: EdgeWorkerOptions, kept: KeptByWorker): Edge {
  const { protection = {} } = options;
  const { cache, counters, pools } = kept;
  const secret = protection.secret ?? randomBytes(32);
  const claim = protection.claim ?? (() => Promise.resolve(true));
  const edge: Edge = {
    ...kept,
    geo: options.geo,
    acmeChallenges: new AcmeChallengeTable(),
    limiter: new RateLimiter(options.sharedCount, options.sharedFrom),
    amounts: new AmountLimiter(options.sharedCount, options.sharedFrom, (key, seconds) =>
      claim(`${PATH_CLAIM}${key}`, seconds),
    ),
    delays: new Delays(),
    limitKeySecret: secret,
    bots: new BotGuard({
      secret,
      claim,
      lookup: protection.lookup ?? systemLookup([]),
      lookups: pools.crawlerLookups,
      counters,
    }),
    ddos: new DdosGuard(protection.share ?? 1, {
      onChange: (siteId, change, load) => {
        protection.onDefence?.(siteId, change, load.rate, load.usualRate);
      },
    }),
    reportTickets: new ReportTickets(secret),
    visitorReportLimits: new VisitorReportLimits(claim),
    cspReportLimits: new CspReportLimits(),
    leakedList: options.leakedList?.(pools.passwordLookups) ?? null,
    trapNames: countedTrapNames(),
    tarpit: new Tarpit(pools.tarpit),
    overload: new Overload(protection.shedAboveMs),
    tracer: options.tracer ?? null,
    customRuleSteps: new ValueSteps(),
    ruleTurns: new RuleTurns(),
    recorder: new Recorder(),
    inspect: (request) => inspectRequest(request as EdgeRequest, edge),
    readBody: (request, most) => bodyValuesOf(request as EdgeRequest, edge, most),
    messageJudge: (request) => messageJudge(request as EdgeRequest, edge),
    frameTurns: (request, areJudged) => frameTurns(request as EdgeRequest, edge, areJudged),
    forward: (request, hooks) => forward(request as EdgeRequest, edge, hooks),
    invalidate: (key) => {
      cache?.invalidate(key);
      kept.peers?.changed(key);
      options.onInvalidate?.(key);
    },
    trustedProxies: new AddressList(options.trustedProxies),
    trustedHops: options.trustedHops ?? 0,
    clientIsKnown: false,
    httpsPort: options.httpsPort,
    viaName: `palisade-${createHash('sha256').update(options.installation).digest('hex').slice(0, 8)}`,
    nodeId: options.nodeId,
    joined: new Set(),
  };
  return edge;
}
