import { StepBudget } from '@palisade/regex';
import type { AcceleratorFlags } from '../../model/accelerator-switches.ts';
import type {
  AppliedExclusion,
  ByteString,
  ConnectionFacts,
  EngineMode,
  Interruption,
  Phase,
  RuleMatch,
  TransactionPorts,
} from '../../model/api.ts';
import type { CompiledRule, CompiledRules, CompiledTarget } from '../../model/compiled-rules.ts';
import { Entry, NO_ENTRIES } from '../../model/entry.ts';
import { EntryStretch, KeyedEntries } from '../../model/keyed-entries.ts';
import { type Pausable, runToEnd } from '../../model/pausable.ts';
import { NO_MULTIPART } from '../body-processors/multipart-findings.ts';
import type { RequestLimit, XmlDocument } from '../body-processors/types.ts';
import { addCookieReadings } from '../request-readings/cookie-readings.ts';
import { addHeaderReadings } from '../request-readings/header-readings.ts';
import { addPathReadings } from '../request-readings/path-readings.ts';
import { addQueryReadings } from '../request-readings/query-readings.ts';
import { uploadReadings } from '../request-readings/upload-readings.ts';
import { transformations } from '../transformations/index.ts';
import type { Transformer } from '../transformations/transformer.ts';
import { BodyState } from './body-state.ts';
import { MatchedVariables } from './matched-variables.ts';
import type { PausedPhase } from './paused-phase.ts';
import { PersistentStore } from './persistent-store.ts';
import { NO_REQUEST } from './request-facts.ts';
import type { SiteView } from './site-view.ts';
import { TxStore } from './tx-store.ts';
import { XmlSelections } from './xml-selections.ts';

/** How a rule's targets change while a transaction runs (ctl:ruleRemoveTarget…, exclusions of the site). */
export interface TargetRemoval {
  readonly target: CompiledTarget;
  /** `null` for a `ctl` of the rules themselves. */
  readonly exclusion: string | null;
}

const NO_RESPONSE: Readonly<{ status: number; protocol: ByteString }> = { status: 0, protocol: '' };
const MAX_EXCLUSIONS_RECORDED = 100;

/** Everything a transaction knows. Variables read it, actions write it, the evaluator drives it. */
export class TransactionState {
  readonly ruleSet: CompiledRules;
  readonly site: SiteView;
  readonly connection: ConnectionFacts;
  readonly ports: TransactionPorts;
  readonly budget: StepBudget;
  readonly inUse: AcceleratorFlags;
  readonly startedAt: number;

  mode: EngineMode;
  phase: Phase = 1;
  request = NO_REQUEST;
  readonly requestHeaders = new KeyedEntries('REQUEST_HEADERS');
  readonly cookies = new KeyedEntries('REQUEST_COOKIES');
  readonly args = new KeyedEntries('ARGS');
  /** The query comes before the body: how many of `args` are its arguments. */
  queryArguments = 0;
  private storedArgsGet: EntryStretch | null = null;
  private storedArgsPost: EntryStretch | null = null;
  argsCombinedSize = 0;
  urlEncodedError = false;
  /** The first limit by which something was left out of what rules see. */
  limitExceeded: RequestLimit | null = null;
  readonly body: BodyState;
  multipart = NO_MULTIPART;
  xml: XmlDocument | null = null;
  response = NO_RESPONSE;
  readonly responseHeaders = new KeyedEntries('RESPONSE_HEADERS');
  readonly responseBody: BodyState;

  readonly tx: TxStore;
  readonly persistent: PersistentStore;
  readonly matched = new MatchedVariables();
  readonly transformed: Transformer;
  readonly environment = new KeyedEntriesByName('ENV');
  user: ByteString | null = null;
  session: ByteString | null = null;
  geo: readonly Entry[] = NO_ENTRIES;
  /** 255 until a rule with a severity has matched. */
  highestSeverity = 255;

  /** The rule that is being evaluated, for the RULE collection. */
  currentRule: CompiledRule | null = null;
  /** Anomaly score added by the current match so far. */
  currentScore = 0;
  inboundScore = 0;
  outboundScore = 0;
  removedRules: Set<number> | null = null;
  removedTargets: Map<number, TargetRemoval[]> | null = null;
  allowed: 'phase' | 'request' | 'all' | null = null;
  /**
   * Every phase so far came to its end, the first one ran, and no rule took away any that the site's plan has settled: then
   * that plan holds.
   */
  regular: boolean;
  started = false;
  /** The phase that the end of a slice has interrupted. */
  paused: PausedPhase | null = null;
  interruption: Interruption | null = null;
  wouldInterrupt: Interruption | null = null;
  readonly matches: RuleMatch[] = [];
  readonly appliedExclusions: AppliedExclusion[] = [];
  private storedFullRequest: ByteString | null = null;
  /** For phase 1, and for the phases with the body. */
  private uploadReadings: readonly Entry[] | null = null;
  private storedReadings: readonly Entry[] | null = null;
  private readingsKnowBody = false;
  /**
   * The direct readings followed by those within other values: see `further-readings.ts`. `null`: none. One list from
   * the start: concatenating a hundred thousand takes longer than a slice.
   */
  allReadings: readonly Entry[] | null = null;
  /** Names of lists and objects in a document that may be more than they look like. */
  readonly objectNames: ByteString[] = [];
  private xmlSelections: XmlSelections | null = null;

  constructor(
    ruleSet: CompiledRules,
    site: SiteView,
    connection: ConnectionFacts,
    ports: TransactionPorts,
    tx = new TxStore(site.tx),
  ) {
    this.ruleSet = ruleSet;
    this.site = site;
    this.connection = connection;
    this.ports = ports;
    this.mode = site.mode;
    this.budget = new StepBudget(ruleSet.settings.matcherSteps);
    this.inUse = site.accelerators.switches.inUse;
    this.regular = this.inUse.site_plans;
    this.budget.keepsStates = this.inUse.automaton_states;
    this.transformed = site.accelerators.newTransformer(this.budget, this.inUse);
    this.startedAt = this.now();
    this.persistent = new PersistentStore(ports, this, ruleSet.settings.collectionTimeout);
    this.body = new BodyState(site.requestLimits.requestBody);
    this.responseBody = new BodyState(ruleSet.settings.limits.responseBody);
    this.tx = tx;
  }

  get argsGet(): EntryStretch {
    this.storedArgsGet ??= new EntryStretch('ARGS_GET', this.args, () => [0, this.queryArguments]);
    return this.storedArgsGet;
  }

  get argsPost(): EntryStretch {
    this.storedArgsPost ??= new EntryStretch('ARGS_POST', this.args, (size) => [this.queryArguments, size]);
    return this.storedArgsPost;
  }

  recordExclusion(applied: AppliedExclusion): void {
    const known = this.appliedExclusions.some(
      (other) =>
        other.name === applied.name && other.ruleId === applied.ruleId && other.target === applied.target,
    );
    if (!known && this.appliedExclusions.length < MAX_EXCLUSIONS_RECORDED)
      this.appliedExclusions.push(applied);
  }

  /** The transaction is over: buffers are for others to use. */
  release(): void {
    this.args.release();
    this.body.release();
    this.responseBody.release();
  }

  now(): number {
    return this.ports.now?.() ?? Date.now();
  }

  serverName(): ByteString {
    const host = this.requestHeaders.first('host') ?? '';
    const end = host.startsWith('[') ? host.indexOf(']') + 1 : host.indexOf(':');
    return end > 0 ? host.slice(0, end) : host;
  }

  remoteUser(): ByteString | null {
    const credentials = /^basic +([A-Za-z0-9+/=]+)/i.exec(
      this.requestHeaders.first('authorization') ?? '',
    )?.[1];
    if (credentials === undefined) return null;
    return transformations.base64decode?.apply(credentials).split(':', 1)[0] ?? null;
  }

  /** What programs read beside what other variables show; each under the name by which exceptions know its place. */
  readings(): readonly Entry[] {
    const knowsBody = this.phase >= 2;
    return (knowsBody ? this.allReadings : null) ?? this.directReadings(knowsBody);
  }

  /** Prepares those {@link directReadings} that may be many, before they are needed. */
  *findUploadReadings(): Pausable<void> {
    if (this.multipart === NO_MULTIPART) this.uploadReadings = NO_ENTRIES;
    this.uploadReadings ??= yield* uploadReadings(this.multipart, this.budget);
  }

  directReadings(knowsBody: boolean): readonly Entry[] {
    if (this.storedReadings === null || knowsBody !== this.readingsKnowBody) {
      const found: Entry[] = [];
      addPathReadings(this.request.target, found);
      addQueryReadings(this.request.queryString, found);
      addHeaderReadings(this.requestHeaders.entries, found, this.inUse.candidate_memo);
      // Servers, too, make one of several.
      const cookies = this.requestHeaders.withKey('cookie');
      if (cookies.length === 1) addCookieReadings(cookies[0]!.value, found);
      else if (cookies.length > 1) addCookieReadings(cookies.map(({ value }) => value).join('; '), found);
      this.storedReadings = found;
      if (knowsBody && this.multipart !== NO_MULTIPART) {
        this.uploadReadings ??= runToEnd(uploadReadings(this.multipart, this.budget));
        // They may be a hundred thousand.
        this.storedReadings = found.concat(this.uploadReadings);
      }
      this.readingsKnowBody = knowsBody;
    }
    return this.storedReadings;
  }

  /** Headers and body as one value; made when a rule asks for it. */
  fullRequest(): ByteString {
    if (this.storedFullRequest === null || this.phase === 1) {
      const headers = this.requestHeaders.entries.map((entry) => `${entry.key}: ${entry.value}\n`).join('');
      this.storedFullRequest = `${this.request.line}\n${headers}\n\n${this.body.text}`;
    }
    return this.storedFullRequest;
  }

  xmlValues(path: ByteString): readonly Entry[] {
    return this.selectionsOfXml()?.entries(path) ?? NO_ENTRIES;
  }

  /** For those who are about to ask for {@link xmlValues}. False: the slice is over, to be asked again. */
  selectSomeXml(path: ByteString): boolean {
    return this.selectionsOfXml()?.resume(path) ?? true;
  }

  private selectionsOfXml(): XmlSelections | null {
    if (this.xml === null) return null;
    this.xmlSelections ??= new XmlSelections(this.xml, this.budget);
    return this.xmlSelections;
  }

  ruleEntries(): readonly Entry[] {
    const rule = this.currentRule;
    if (rule === null) return NO_ENTRIES;
    const facts: [string, ByteString][] = [
      ['id', String(rule.id)],
      ['severity', rule.severity === null ? '' : String(rule.severity)],
      ['msg', literalOf(rule.message)],
      ['logdata', literalOf(rule.logData)],
    ];
    return facts.map(([key, value]) => new Entry('RULE', key, value));
  }
}

const literalOf = (text: CompiledRule['message']): ByteString =>
  text === null ? '' : typeof text === 'string' ? text : text.source;

/** Entries that are overwritten by name. */
class KeyedEntriesByName {
  private readonly collection: string;
  private values: Map<string, ByteString> | null = null;

  constructor(collection: string) {
    this.collection = collection;
  }

  set(key: ByteString, value: ByteString): void {
    this.values ??= new Map();
    this.values.set(key, value);
  }

  entries(): readonly Entry[] {
    return [...(this.values ?? [])].map(([key, value]) => new Entry(this.collection, key, value));
  }
}
