// One recorded request, one policy, one judgement, by the phases that the edge runs and nothing beside them:
//
//   record ─▶ head read again ─▶ RequestContext ─▶ phases that ask for nothing but the request ─▶ Judgement
//
// Phases that depend on other requests, other machines or the moment are left out. What hangs on them is unknown, never guessed.

import { recordedRequestV1 } from '@palisade/contracts';
import { ValueSteps } from '@palisade/regex';
import { hangsOnCertificate } from '../features/client-certificates/client-certificates.feature.ts';
import { bodyValuesOf } from '../features/inspection/body-values.ts';
import { inspection } from '../features/inspection/inspection.feature.ts';
import { skipsRules } from '../features/inspection/inspection-phase.ts';
import { RuleTurns } from '../features/inspection/rule-turns.ts';
import { AddressList } from '../io/addresses/address-list.ts';
import { type ClientAddress, parseAddress, UNKNOWN_ADDRESS } from '../io/addresses/client-address.ts';
import { UNKNOWN_COUNTRY } from '../io/addresses/geo.ts';
import { EdgePools } from '../io/shares/edge-pools.ts';
import type { CompiledSite } from '../pipeline/compiled-site.ts';
import type { Edge, EdgeRequest } from '../pipeline/edge.ts';
import { FEATURES } from '../pipeline/features.ts';
import { newCounters } from '../pipeline/worker-counters.ts';
import type { ClientFingerprint } from '../request/client-connection.ts';
import { DiscardingReply } from '../request/discarding-reply.ts';
import { releaseHeldBody } from '../request/held-body.ts';
import type { AskingSite, ListMatch } from '../request/listed-clients.ts';
import { RequestContext } from '../request/request-context.ts';
import { EdgeAction, type PhaseResult, type Verdict } from '../request/verdict.ts';
import { type ExplainedPhase, type Explanation, explanationOf } from './explanation.ts';
import type { Judgement, Outcome, Unknown } from './judgement.ts';
import { RecordedBody } from './recorded-body.ts';
import { factsOf, type RecordedFacts } from './recorded-facts.ts';
import { headOf } from './recorded-head.ts';
import { ReplayedClients } from './replayed-clients.ts';
import { type SharedRules, sharedRulesOf } from './shared-rules.ts';

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
  // No certificate is recorded.
  'client-certificates': false,
  overload: false,
  ddos: false,
  // Who is remembered is not recorded, nor what pages had in them.
  deception: false,
  'hidden-fields': false,
  // No password is recorded.
  'leaked-passwords': false,
  'csp-reports': false,
  'visitor-reports': false,
  'custom-rules': true,
  'rate-limits': false,
  bots: true,
  redirects: true,
  maintenance: true,
  inspection: true,
  'shadow-inspection': false,
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
  | 'trustedHops'
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
  private inspected: Inspected | null = null;
  private readonly shares: boolean;
  private pair: SharedRules | null = null;

  /**
   * @param lists what hangs on any other is unknown
   * @param options.shares false: `judgeBoth` has each policy's rules say all by themselves
   */
  constructor(lists: ClientOnLists = NO_LISTS, { shares = true }: { shares?: boolean } = {}) {
    this.shares = shares;
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
      trustedHops: 0,
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

  private incomingOf(recorded: RecordedFacts): Incoming | null {
    return incomingOf(recorded, this.fingerprintOf(recorded));
  }

  /** That none was kept says nothing of whether there was one: over TLS there nearly always is. */
  private fingerprintOf({ ja4, secure }: RecordedFacts): ClientFingerprint {
    const isWithheld = ja4 === '' && secure;
    if (!isWithheld) return { ja4 };
    const asked = () => {
      this.unknown ??= 'fingerprint';
      return '';
    };
    return {
      get ja4() {
        return asked();
      },
    };
  }

  async judge(recorded: Recorded, site: CompiledSite): Promise<Judgement> {
    return await this.judgeFacts(factsOf(recorded), site);
  }

  async judgeFacts(recorded: RecordedFacts, site: CompiledSite): Promise<Judgement> {
    return await this.judged(recorded, this.incomingOf(recorded), site, JUDGEMENT_ONLY);
  }

  /**
   * The judgements of two policies. The head is read once, and what the rules said under the first policy stands for the second one
   * where nothing in which these differ is asked by the rules: most changes are of something else.
   *
   * @param one under which the request was recorded
   */
  async judgeBoth(
    recorded: RecordedFacts,
    one: CompiledSite,
    other: CompiledSite,
  ): Promise<readonly [Judgement, Judgement]> {
    const incoming = this.incomingOf(recorded);
    if (this.pair?.one !== one || this.pair.other !== other) this.pair = sharedRulesOf(one, other);
    const { fuller, second, holds, changesCertificates } = this.pair;
    const runOf = (site: CompiledSite): Run => ({
      ...JUDGEMENT_ONLY,
      changesCertificates: changesCertificates && site === other,
    });
    const told = { ...runOf(fuller), keepsInspection: this.shares && holds !== null };
    const first = await this.judged(recorded, incoming, fuller, told);
    const inspected = this.inspected as Inspected | null;
    this.inspected = null;
    // What failed is not known, and is asked again.
    const again =
      first.unknown === null && inspected !== null && holds?.(inspected.context) === true
        ? { ...runOf(second), inspected }
        : runOf(second);
    const last = await this.judged(recorded, incoming, second, again);
    return fuller === one ? [first, last] : [last, first];
  }

  /** The same judgement, with everything that led to it. Null: the record is no request. */
  async explain(recorded: Recorded, site: CompiledSite): Promise<Explanation | null> {
    const answers = new Map<FeatureName, ExplainedPhase['answer']>();
    let explanation: Explanation | null = null;
    const facts = factsOf(recorded);
    await this.judged(facts, this.incomingOf(facts), site, {
      ...JUDGEMENT_ONLY,
      onPhase: (name, verdict) => answers.set(name, verdict === null ? 'went_on' : 'decided'),
      onEnd(context, judgement) {
        explanation = explanationOf(context, judgement, phasesWith(answers, judgement.outcome !== null));
      },
    });
    return explanation;
  }

  /** At once, unless something takes more than one turn. */
  private judged(
    recorded: RecordedFacts,
    incoming: Incoming | null,
    site: CompiledSite,
    run: Run,
  ): Judgement | Promise<Judgement> {
    this.site = site;
    this.country = { ...UNKNOWN_COUNTRY, code: recorded.country, asn: recorded.asn };
    this.clients.cleared = recorded.cleared;
    this.unknown = null;
    this.inspected = null;
    if (incoming === null) return unknownBecause('unreadable');
    const body = bodyOf(recorded);
    const context = contextOf(incoming, body);
    const failed = (error: unknown): never => {
      leave(context);
      throw error;
    };
    try {
      const result = this.phasesFrom(0, context, recorded, run);
      if (!(result instanceof Promise)) return this.ended(context, result, run);
      const decided = body === null ? result : Promise.race([result, body.missing()]);
      return decided.then((verdict) => this.ended(context, verdict, run), failed);
    } catch (error) {
      return failed(error);
    }
  }

  private phasesFrom(first: number, context: EdgeRequest, recorded: RecordedFacts, run: Run): PhaseResult {
    for (let index = first; index < PHASES.length; index++) {
      const { name, phase } = PHASES[index]!;
      // Rates are looked at between the owner's own rules and bots.
      if (name === 'bots' && isByRates(recorded)) {
        this.unknown ??= 'rates';
        return null;
      }
      // Certificates are asked for before the owner's own rules.
      if (name === 'custom-rules' && isForCertificates(context, recorded, run)) {
        this.unknown ??= 'certificate';
        return null;
      }
      // The edge answers its own paths itself.
      if (name === 'bots' && context.isReserved) return null;
      // Without rules a body is only waited for.
      if (name === 'inspection' && (context.site!.rules === null || skipsRules(context))) continue;
      if (name === 'inspection' && run.inspected !== null) {
        const { verdict } = takeOver(context, run.inspected);
        if (verdict !== null) return verdict;
        continue;
      }
      const isRemarked = context.action !== EdgeAction.ALLOW;
      const goOn = (verdict: Verdict | null): Verdict | null => {
        run.onPhase?.(name, verdict);
        if (name === 'inspection' && run.keepsInspection && !isRemarked && !context.engineFailed)
          this.inspected = { context, verdict };
        return verdict;
      };
      const result = phase(context, this.services);
      if (result instanceof Promise)
        return result.then((verdict) => goOn(verdict) ?? this.phasesFrom(index + 1, context, recorded, run));
      if (goOn(result) !== null) return result;
    }
    if (BY_BEHAVIOUR.has(recorded.reason)) this.unknown ??= 'behaviour';
    if (BY_SCANNER.has(recorded.reason)) this.unknown ??= 'upload_scan';
    return null;
  }

  private ended(context: EdgeRequest, result: Verdict | null | 'body', run: Run): Judgement {
    try {
      const verdict = result === 'body' ? null : result;
      if (result === 'body') this.unknown ??= 'body';
      // Rules that run at a request's end have run already where what they said is taken over.
      else if (run.inspected === null) inspection.ended(context, this.services);
      const judgement = this.judgementOf(context, verdict);
      run.onEnd?.(context, judgement);
      return judgement;
    } finally {
      leave(context);
    }
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

/** What the rules said of a request, for a policy under which they would say the same. */
interface Inspected {
  readonly context: EdgeRequest;
  readonly verdict: Verdict | null;
}

/** What is wanted of one run through the phases besides the judgement. */
interface Run {
  readonly onPhase: ((name: FeatureName, verdict: Verdict | null) => void) | null;
  readonly onEnd: ((context: EdgeRequest, judgement: Judgement) => void) | null;
  readonly keepsInspection: boolean;
  /** Other clients' certificates are taken than when the request came: it says nothing that it was let in then. */
  readonly changesCertificates: boolean;
  /** Null: the rules are asked. */
  readonly inspected: Inspected | null;
}

const JUDGEMENT_ONLY: Run = {
  onPhase: null,
  onEnd: null,
  keepsInspection: false,
  changesCertificates: false,
  inspected: null,
};

function takeOver(context: EdgeRequest, inspected: Inspected): Inspected {
  const { transaction, interruption, action, reason } = inspected.context;
  context.transaction = transaction;
  context.interruption = interruption;
  if (action === EdgeAction.LOG_ONLY && reason !== '') context.wouldRefuse(reason);
  return inspected;
}

/** Of some visitors there are many requests one after another. */
class KnownPeers {
  private readonly known = new Map<string, ClientAddress>();

  find(text: string): ClientAddress {
    let address = this.known.get(text);
    if (address === undefined) {
      address = parseAddress(text) ?? UNKNOWN_ADDRESS;
      if (this.known.size >= MAX_PEERS) this.known.clear();
      this.known.set(text, address);
    }
    return address;
  }
}

const MAX_PEERS = 1_000;
const peers = new KnownPeers();

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
  if (verdict.location !== undefined) return 'redirected';
  // A page of the owner that refuses nothing.
  return verdict.action === EdgeAction.ALLOW ? 'passes' : 'refused';
}

/** Whoever was let in at the time had one, if the site's terms are still the same. */
function isForCertificates(context: EdgeRequest, { reason }: RecordedFacts, run: Run): boolean {
  const isRefused = reason.startsWith('client_certificate:');
  return (isRefused || run.changesCertificates) && hangsOnCertificate(context);
}

function isByRates({ action, reason }: RecordedFacts): boolean {
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

/** What a request is to every policy. */
type Incoming = Omit<ConstructorParameters<typeof RequestContext>[0], 'body' | 'reply'>;

/** Null: the record is no request. */
function incomingOf(recorded: RecordedFacts, fingerprint: ClientFingerprint): Incoming | null {
  const head = headOf(recorded);
  if (head === null) return null;
  return {
    requestId: recorded.requestId,
    receivedAtMs: recorded.receivedAtMs,
    connection: {
      peer: peers.find(recorded.clientAddress),
      remotePort: recorded.clientPort,
      localAddress: recorded.serverAddress,
      localPort: recorded.serverPort,
      secure: recorded.secure,
      serverName: '',
      tlsVersion: recorded.tlsVersion,
      fingerprint,
      // The client is settled already.
      peerTrusted: false,
    },
    protocol: recorded.protocol as RequestContext['protocol'],
    method: head.method,
    rawTarget: head.target,
    rawHeaders: head.rawHeaders,
    head: head.judgement,
    upgrade: null,
    sendContinue: null,
  };
}

function bodyOf({ body, bodyState }: RecordedFacts): RecordedBody | null {
  const { RecordedBody: State } = recordedRequestV1;
  return bodyState === State.NONE ? null : new RecordedBody(body, bodyState === State.WHOLE);
}

const contextOf = (incoming: Incoming, body: RecordedBody | null): EdgeRequest =>
  new RequestContext({
    ...incoming,
    body,
    reply: new DiscardingReply(() => undefined),
  }) as EdgeRequest;

function leave(context: EdgeRequest): void {
  context.finished = true;
  releaseHeldBody(context);
}
