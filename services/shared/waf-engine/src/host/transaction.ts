import { TransactionBodySink } from '../evaluate/body/body-sink.ts';
import { processorByContentType, readRequest } from '../evaluate/body/process-request-body.ts';
import { parseUrlEncoded } from '../evaluate/body-processors/urlencoded.ts';
import { LinkEvaluator } from '../evaluate/rules/evaluate-link.ts';
import { resumePhase, runPhase } from '../evaluate/rules/run-phase.ts';
import { parseCookies } from '../evaluate/state/cookies.ts';
import { parseRequestLine } from '../evaluate/state/request-facts.ts';
import type { SiteView } from '../evaluate/state/site-view.ts';
import { TransactionState } from '../evaluate/state/state.ts';
import {
  type AuditRecord,
  type ByteString,
  type ConnectionFacts,
  type Interruption,
  type Phase,
  type PhaseAnswer,
  type RawHeaders,
  type SlicedTransaction,
  type TransactionPorts,
  UNFINISHED,
} from '../model/api.ts';
import type { CompiledRules } from '../model/compiled-rules.ts';
import type { Pausable } from '../model/pausable.ts';

/** Answer to a body that is longer than SecRequestBodyLimit allows, and to one of SecResponseBodyLimit. */
const CONTENT_TOO_LARGE = 413;
const INTERNAL_ERROR = 500;
/** Work allowed for any request, whatever its length: some 30 ms. */
const FREE_STEPS = 10_000_000;
/**
 * Steps of building and missing states that do not count: the first text of its kind after a start took 27 million for 10 KB,
 * the third one 10.
 */
const MAX_COLD_STEPS = 30_000_000;
const TOO_MUCH_WORK = 'Request takes more work to inspect than its length allows.';

/**
 * One request and its response: stores what arrives, parses it, runs the rules of each phase. Once something has
 * interrupted the transaction, later phases answer with the same interruption without running rules; only phase 5 runs.
 */
export class RuleTransaction implements SlicedTransaction {
  private readonly state: TransactionState;
  private readonly evaluator: LinkEvaluator;
  private readonly stepsPerSlice: number;
  /** The body that is being taken apart; phase 2 has not begun. */
  private reading: Pausable<void> | null = null;

  constructor(
    ruleSet: CompiledRules,
    site: SiteView,
    connection: ConnectionFacts,
    ports: TransactionPorts,
    stepsPerSlice: number,
  ) {
    this.state = new TransactionState(ruleSet, site, connection, ports);
    this.evaluator = new LinkEvaluator(this.state);
    this.stepsPerSlice = stepsPerSlice;
  }

  requestLine(method: ByteString, target: ByteString, protocol: ByteString): void {
    const state = this.state;
    state.request = parseRequestLine(method, target, protocol);
    const sink = new TransactionBodySink(state);
    parseUrlEncoded(state.request.queryString, state.ruleSet.settings.argumentSeparator, sink);
    state.queryArguments = state.args.size;
  }

  requestHeaders(headers: RawHeaders): PhaseAnswer {
    this.beginSlice();
    const state = this.state;
    const known = state.inUse.candidate_memo ? state.site.accelerators.headers : null;
    for (let index = 0; index + 1 < headers.length; index += 2) {
      const name = headers[index]!;
      const value = headers[index + 1]!;
      if (known === null) state.requestHeaders.add(name, value);
      else state.requestHeaders.addEntry(known.find(name, value));
      if (name.length === 6 && name.toLowerCase() === 'cookie') parseCookies(value, state.cookies);
    }
    state.body.processorName = processorByContentType(state.requestHeaders.first('content-type') ?? '');
    return this.run(1);
  }

  wantsRequestBody(): boolean {
    this.finishPaused();
    const state = this.state;
    return state.mode !== 'Off' && (state.body.access ?? state.ruleSet.settings.requestBodyAccess);
  }

  requestBodyChunk(chunk: Uint8Array): Interruption | null {
    const state = this.state;
    const { body } = state;
    if (!this.wantsRequestBody()) {
      body.bytesTotal += chunk.length;
      return null;
    }
    body.append(chunk);
    if (!body.limitExceeded || state.ruleSet.settings.limits.requestBodyAction !== 'Reject') return null;
    return this.interruptOutsideRules(CONTENT_TOO_LARGE, 2);
  }

  requestBodyGoesOn(what: 'body' | 'file'): void {
    const { body } = this.state;
    if (what === 'file') this.state.limitExceeded ??= 'contents of a file';
    else {
      body.goesOn = true;
      body.limitExceeded = true;
    }
  }

  requestBody(): PhaseAnswer {
    this.beginSlice();
    const state = this.state;
    const isRead = this.wantsRequestBody();
    const { requestBodyReadings } = state.ruleSet.settings;
    if (state.interruption !== null || state.mode === 'Off' || !(isRead || requestBodyReadings))
      return this.run(2);
    this.reading = readRequest(state, isRead);
    return this.reading === null ? this.run(2) : this.readOn(this.reading);
  }

  responseHeaders(status: number, protocol: ByteString, headers: RawHeaders): PhaseAnswer {
    this.beginSlice();
    const state = this.state;
    state.response = { status, protocol };
    for (let index = 0; index + 1 < headers.length; index += 2) {
      state.responseHeaders.add(headers[index]!, headers[index + 1]!);
    }
    return this.run(3);
  }

  wantsResponseBody(): boolean {
    this.finishPaused();
    const state = this.state;
    const { settings } = state.ruleSet;
    if (state.mode === 'Off' || !(state.responseBody.access ?? settings.responseBodyAccess)) return false;
    if (settings.limits.responseMimeTypes.length === 0) return true;
    const type = (state.responseHeaders.first('content-type') ?? '').split(';', 1)[0]!.trim().toLowerCase();
    return settings.limits.responseMimeTypes.includes(type);
  }

  responseBodyChunk(chunk: Uint8Array): Interruption | null {
    const state = this.state;
    const body = state.responseBody;
    if (!this.wantsResponseBody()) {
      body.bytesTotal += chunk.length;
      return null;
    }
    body.append(chunk);
    if (!body.limitExceeded || state.ruleSet.settings.limits.responseBodyAction !== 'Reject') return null;
    return this.interruptOutsideRules(INTERNAL_ERROR, 4);
  }

  responseBody(): PhaseAnswer {
    this.beginSlice();
    return this.run(4);
  }

  resume(): PhaseAnswer {
    if (!this.isPaused) return this.state.interruption;
    return this.isTooMuchWork ? this.giveUp() : this.runSlice(this.stepsPerSlice);
  }

  logging(): void {
    const state = this.state;
    if (this.isPaused) this.abandon();
    state.budget.beginSlice(Number.POSITIVE_INFINITY);
    runPhase(state, this.evaluator, 5);
    state.persistent.save();
    state.release();
  }

  audit(): AuditRecord {
    const state = this.state;
    return {
      interruption: state.interruption,
      wouldInterrupt: state.wouldInterrupt,
      matches: state.matches,
      exclusions: state.appliedExclusions,
      inboundScore: state.inboundScore,
      outboundScore: state.outboundScore,
      requestBytesInspected: state.body.bytesInspected,
      requestBytesTotal: state.body.bytesTotal,
      responseBytesInspected: state.responseBody.bytesInspected,
      responseBytesTotal: state.responseBody.bytesTotal,
      bodyProcessor: state.body.processorName,
      bodyError: state.body.error,
    };
  }

  get matcherSteps(): number {
    return this.state.budget.steps;
  }

  private run(phase: Phase): PhaseAnswer {
    const state = this.state;
    return state.interruption ?? runPhase(state, this.evaluator, phase);
  }

  private beginSlice(): void {
    this.finishPaused();
    this.state.budget.beginSlice(this.stepsPerSlice);
  }

  /** Rules are never left out because somebody did not wait for them. */
  private finishPaused(): void {
    if (this.isPaused) this.runSlice(Number.POSITIVE_INFINITY);
  }

  private get isPaused(): boolean {
    return this.reading !== null || this.state.paused !== null;
  }

  /** Bodies that are made to be dear, under SecRequestWorkLimit. */
  private get isTooMuchWork(): boolean {
    const { budget, body, ruleSet, phase } = this.state;
    const limit = ruleSet.settings.workLimit;
    if (limit === 0 || phase > 2) return false;
    const steps = budget.steps - Math.min(budget.coldSteps, MAX_COLD_STEPS);
    return steps > FREE_STEPS + limit * body.bytesInspected;
  }

  /** The rest is not inspected: the request is refused, or marked in detection mode. */
  private giveUp(): PhaseAnswer {
    const state = this.state;
    this.abandon();
    state.limitExceeded ??= 'inspection work';
    state.body.error ??= TOO_MUCH_WORK;
    return this.interruptOutsideRules(CONTENT_TOO_LARGE, 2);
  }

  private runSlice(steps: number): PhaseAnswer {
    const state = this.state;
    state.budget.beginSlice(steps);
    return this.reading === null ? resumePhase(state, this.evaluator) : this.readOn(this.reading);
  }

  /** Parses the body, and then runs the rules that inspect it. */
  private readOn(reading: Pausable<void>): PhaseAnswer {
    if (reading.next().done !== true) return UNFINISHED;
    this.reading = null;
    return this.run(2);
  }

  /** Plans for later phases assume that this one reached its end. */
  private abandon(): void {
    this.reading = null;
    this.state.paused = null;
    this.state.regular = false;
    this.evaluator.abandon();
  }

  /** A limit of the settings, not a rule, ends the transaction: rule id 0. */
  private interruptOutsideRules(status: number, phase: Phase): Interruption | null {
    const state = this.state;
    const interruption: Interruption = { action: 'deny', status, ruleId: 0, phase };
    if (state.mode === 'On') {
      state.interruption ??= interruption;
      return state.interruption;
    }
    state.wouldInterrupt ??= interruption;
    return null;
  }
}
