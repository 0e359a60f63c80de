// One recorded request, one policy, one judgement, by the phases that the edge runs and nothing beside them:
//
//   record ─▶ head read again ─▶ RequestContext ─▶ phases that ask for nothing but the request ─▶ Judgement
//
// Phases that depend on other requests, other machines or the moment are left out. What hangs on them is unknown, never guessed.

import { recordedRequestV1 } from '@palisade/contracts';
import { ValueSteps } from '@palisade/regex';
import { bodyValuesOf } from '../features/inspection/body-values.ts';
import { inspection } from '../features/inspection/inspection.feature.ts';
import { skipsRules } from '../features/inspection/inspection-phase.ts';
import { RuleTurns } from '../features/inspection/rule-turns.ts';
import { AddressList } from '../io/addresses/address-list.ts';
import { parseAddress, UNKNOWN_ADDRESS } from '../io/addresses/client-address.ts';
import { UNKNOWN_COUNTRY } from '../io/addresses/geo.ts';
import { EdgePools } from '../io/shares/edge-pools.ts';
import type { CompiledSite } from '../pipeline/compiled-site.ts';
import type { Edge, EdgeRequest } from '../pipeline/edge.ts';
import { FEATURES } from '../pipeline/features.ts';
import { newCounters } from '../pipeline/worker-counters.ts';
import { DiscardingReply } from '../request/discarding-reply.ts';
import { releaseHeldBody } from '../request/held-body.ts';
import type { AskingSite, ListMatch } from '../request/listed-clients.ts';
import { RequestContext } from '../request/request-context.ts';
import { EdgeAction, type PhaseResult, type Verdict } from '../request/verdict.ts';
import { type ExplainedPhase, type Explanation, explanationOf } from './explanation.ts';
import type { Judgement, Outcome, Unknown } from './judgement.ts';
import { RecordedBody } from './recorded-body.ts';
import { headOf } from './recorded-head.ts';
import { ReplayedClients } from './replayed-clients.ts';

type Recorded = recordedRequestV1.RecordedRequest;
type FeatureName = (typeof FEATURES)[number]['name'];

/** Whether a phase is asked again; one that is not may have decided all the same, which is unknown then. */
const ASKED: Readonly<Record<FeatureName, boolean>> = {
  acme: false,
  admission: true,
  websocket: false,
  'loop-guard': false,
  recording: false,
  access: true,
  'challenged-lists': true,
  'geo-blocking': true,
  'https-redirect': true,
  overload: false,
  ddos: false,
  'visitor-reports': false,
  'custom-rules': true,
  'rate-limits': false,
  bots: true,
  redirects: true,
  maintenance: true,
  inspection: true,
  'body-rules': true,
  'body-limits': false,
  'upload-scan': false,
  cache: false,
  compression: false,
};

/** What the phases that are asked need of a worker. */
type Services = Pick<
  Edge,
  | 'sites'
  | 'controls'
  | 'trustedProxies'
  | 'tracer'
  | 'geo'
  | 'bans'
  | 'httpsPort'
  | 'bots'
  | 'clientLists'
  | 'listings'
  | 'customRuleSteps'
  | 'ddos'
  | 'pools'
  | 'ruleTurns'
  | 'readBody'
  | 'counters'
  | 'reportFault'
>;
type Phase = (context: EdgeRequest, services: Services) => PhaseResult;

/** In the order of the edge. */
const PHASES: readonly { name: FeatureName; phase: Phase }[] = FEATURES.flatMap((feature) =>
  'phase' in feature && ASKED[feature.name]
    ? [{ name: feature.name, phase: feature.phase as unknown as Phase }]
    : [],
);

const DECIDED_BY_RATES: ReadonlySet<EdgeAction> = new Set([
  EdgeAction.RATE_LIMIT,
  EdgeAction.BAN,
  EdgeAction.DDOS,
]);
const BY_BEHAVIOUR: ReadonlySet<string> = new Set(['bot:searches', 'bot:pages_only', 'bot:steady']);
const BY_SCANNER: ReadonlySet<string> = new Set(['malware', 'upload_over_limit', 'upload_scan_failed']);

/** For each list by its id: what of it holds the client of the request that is judged; null: nothing. */
export type ClientOnLists = ReadonlyMap<string, ListMatch | null>;
const NO_LISTS: ClientOnLists = new Map();

/** Judges one request at a time, any number one after another. */
export class RequestJudge {
  private readonly services: Services;
  private readonly clients: ReplayedClients;
  private site: CompiledSite | null = null;
  private country = UNKNOWN_COUNTRY;
  private unknown: Unknown | null = null;

  /** @param lists what hangs on any other is unknown */
  constructor(lists: ClientOnLists = NO_LISTS) {
    const lookUp = (ids: readonly string[], site: AskingSite): ListMatch | null => {
      const matches = ids.map((id) => lists.get(id));
      const place = matches.findIndex((match) => match !== null);
      if (place < 0) {
        // A rule may have put the client on one of them.
        if (ids.some((id) => site.filledLists.has(id))) this.unknown ??= 'lists';
        return null;
      }
      // One of them holds the client, or is not known.
      if (matches[place] === undefined) this.unknown ??= 'lists';
      return matches[place] ?? null;
    };
    const pools = new EdgePools();
    const counters = newCounters();
    this.clients = new ReplayedClients(counters, pools, () => {
      this.unknown ??= 'crawler';
    });
    const own = {
      sites: { find: () => this.site ?? undefined },
      controls: { effective: (site: CompiledSite) => site },
      trustedProxies: new AddressList([]),
      tracer: null,
      geo: { find: () => this.country },
      bans: { bannedUntil: () => 0 },
      httpsPort: 443,
      bots: this.clients,
      clientLists: { lookUp, holding: lookUp, nameOf: (id: string) => lists.get(id)?.name },
      listings: { add: () => undefined },
      customRuleSteps: new ValueSteps(),
      ddos: { isDefended: () => false },
      pools,
      ruleTurns: new RuleTurns(),
      readBody: (request: RequestContext, most: number) =>
        bodyValuesOf(request as EdgeRequest, this.services, most),
      counters,
      reportFault: () => {
        this.unknown ??= 'unreadable';
      },
    };
    // Each phase says in its own file what it asks for, which is less than these whole classes.
    this.services = own as unknown as Services;
  }

  async judge(recorded: Recorded, site: CompiledSite): Promise<Judgement> {
    return await this.judged(recorded, site, NOBODY, (_context, judgement) => judgement);
  }

  /** The same judgement, with everything that led to it. Null: the record is no request. */
  async explain(recorded: Recorded, site: CompiledSite): Promise<Explanation | null> {
    const answers = new Map<FeatureName, ExplainedPhase['answer']>();
    return await this.judged(
      recorded,
      site,
      (name, verdict) => answers.set(name, verdict === null ? 'went_on' : 'decided'),
      (context, judgement) =>
        context && explanationOf(context, judgement, phasesWith(answers, judgement.outcome !== null)),
    );
  }

  private async judged<T>(
    recorded: Recorded,
    site: CompiledSite,
    onPhase: (name: FeatureName, verdict: Verdict | null) => void,
    told: (context: EdgeRequest | null, judgement: Judgement) => T,
  ): Promise<T> {
    this.site = site;
    this.country = { ...UNKNOWN_COUNTRY, code: recorded.country, asn: recorded.asn };
    this.clients.cleared = recorded.cleared;
    this.unknown = null;
    const { context, missing } = contextOf(recorded);
    if (context === null) return told(null, unknownBecause('unreadable'));
    try {
      const verdict = await Promise.race([this.run(context, recorded, onPhase), missing]);
      if (verdict === 'body') this.unknown ??= 'body';
      else inspection.ended(context, this.services);
      return told(context, this.judgementOf(context, verdict === 'body' ? null : verdict));
    } finally {
      context.finished = true;
      releaseHeldBody(context);
    }
  }

  private async run(
    context: EdgeRequest,
    recorded: Recorded,
    onPhase: (name: FeatureName, verdict: Verdict | null) => void,
  ): Promise<Verdict | null> {
    for (const { name, phase } of PHASES) {
      // Rates are looked at between the owner's own rules and bots.
      if (name === 'bots' && isByRates(recorded)) {
        this.unknown ??= 'rates';
        return null;
      }
      // The edge answers its own paths itself.
      if (name === 'bots' && context.isReserved) return null;
      // Without rules a body is only waited for.
      if (name === 'inspection' && (context.site!.rules === null || skipsRules(context))) continue;
      const result = phase(context, this.services);
      const verdict = result instanceof Promise ? await result : result;
      onPhase(name, verdict);
      if (verdict !== null) return verdict;
    }
    if (BY_BEHAVIOUR.has(recorded.reason)) this.unknown ??= 'behaviour';
    if (BY_SCANNER.has(recorded.reason)) this.unknown ??= 'upload_scan';
    return null;
  }

  private judgementOf(context: EdgeRequest, verdict: Verdict | null): Judgement {
    const audit = context.transaction?.audit() ?? null;
    const unknown = this.unknown;
    const decided = audit?.interruption ?? audit?.wouldInterrupt ?? context.interruption;
    return {
      outcome: unknown === null ? outcomeOf(verdict) : null,
      unknown,
      remark: context.action === EdgeAction.LOG_ONLY ? context.reason : '',
      status: verdict?.status ?? 0,
      action: verdict?.action ?? context.action,
      reason: verdict?.reason ?? '',
      ruleId: decided?.ruleId ?? 0,
      inboundScore: audit?.inboundScore ?? 0,
      matches: (audit?.matches ?? [])
        .filter(({ logged }) => logged)
        .map(({ ruleId, message, score, tags, targets }) => ({
          ruleId,
          message,
          score,
          tags,
          targets: targets.map((target) => target.name),
        })),
    };
  }
}

const NOBODY = (): void => undefined;

/** Every phase that the edge has, those behind a decision left away. */
function phasesWith(
  answers: ReadonlyMap<FeatureName, ExplainedPhase['answer']>,
  isKnown: boolean,
): ExplainedPhase[] {
  const names = FEATURES.filter((feature) => 'phase' in feature).map(({ name }) => name);
  const phases = names.flatMap((name): ExplainedPhase[] => {
    const answer = answers.get(name) ?? (ASKED[name] ? null : 'left_out');
    return answer === null ? [] : [{ name, answer }];
  });
  const decided = phases.findIndex(({ answer }) => answer === 'decided');
  return decided < 0 || !isKnown ? phases : phases.slice(0, decided + 1);
}

function outcomeOf(verdict: Verdict | null): Outcome {
  if (verdict === null) return 'passes';
  if (verdict.action === EdgeAction.CHALLENGE) return 'challenged';
  return verdict.location === undefined ? 'refused' : 'redirected';
}

function isByRates({ action, reason }: Recorded): boolean {
  return DECIDED_BY_RATES.has(action) || reason === 'overloaded';
}

function unknownBecause(unknown: Unknown): Judgement {
  return {
    outcome: null,
    unknown,
    remark: '',
    status: 0,
    action: EdgeAction.UNSPECIFIED,
    reason: '',
    ruleId: 0,
    inboundScore: 0,
    matches: [],
  };
}

/** @returns `missing` comes true when the phases ask for a body that was not recorded whole */
function contextOf(recorded: Recorded): { context: EdgeRequest | null; missing: Promise<'body'> } {
  const { RecordedBody: State } = recordedRequestV1;
  let onMissing: () => void = () => undefined;
  const missing = new Promise<'body'>((resolve) => {
    onMissing = () => resolve('body');
  });
  const head = headOf(recorded);
  if (head === null) return { context: null, missing };
  const bytes = Buffer.from(recorded.body.buffer, recorded.body.byteOffset, recorded.body.length);
  const context = new RequestContext({
    requestId: recorded.requestId,
    receivedAtMs: Number(recorded.receivedAtMs),
    connection: {
      peer: parseAddress(recorded.clientAddress) ?? UNKNOWN_ADDRESS,
      remotePort: recorded.clientPort,
      localAddress: recorded.serverAddress,
      localPort: recorded.serverPort,
      secure: recorded.secure,
      serverName: '',
      // The client is settled already.
      peerTrusted: false,
    },
    protocol: recorded.protocol as RequestContext['protocol'],
    method: head.method,
    rawTarget: head.target,
    rawHeaders: head.rawHeaders,
    head: head.judgement,
    body:
      recorded.bodyState === State.NONE
        ? null
        : new RecordedBody(bytes, recorded.bodyState === State.WHOLE, onMissing),
    reply: new DiscardingReply(() => undefined),
    upgrade: null,
    sendContinue: null,
  });
  return { context: context as EdgeRequest, missing };
}
