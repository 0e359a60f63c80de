/**
 * The engine's public interface.
 *
 * SecLang text becomes a frozen rule set once (`compileRuleSet`); a rule set opens one transaction per request; the
 * transaction is fed in the order in which HTTP arrives and reports after each phase whether to stop.
 *
 * Every string with request or response bytes is a *byte string*: one JavaScript character per byte (`latin1`), so that
 * rules see overlong UTF-8, NUL and the like exactly as they were on the wire.
 */

import type { ByteString } from '@palisade/regex';
import type { AcceleratorSwitches } from './accelerator-switches.ts';

export type { ByteString };

export type Phase = 1 | 2 | 3 | 4 | 5;
export type EngineMode = 'On' | 'DetectionOnly' | 'Off';

/** A SecLang file: `name` appears in error messages and resolves relative `Include` and `@pmFromFile`. */
export interface RuleSource {
  name: string;
  text: string;
}

/** Access to the outside world that the engine needs. Only called while compiling, never per request. */
export interface CompilePorts {
  /** Files named by `Include` (globs already expanded by the port), `@pmFromFile`, `@ipMatchFromFile`. */
  readFiles?(pattern: string, includedFrom: string): RuleSource[];
}

/** Facts that a transaction needs from outside. All calls are synchronous and must not block. */
export interface TransactionPorts {
  /** `@geoLookup`: fills the GEO collection. */
  geoLookup?(address: string): Readonly<Record<string, string>> | null;
  /** `initcol`: a snapshot of a persistent collection, by collection and key. */
  loadCollection?(collection: string, key: string): ReadonlyMap<string, ByteString> | null;
  /** Called in phase 5 with what changed, so that the host can store it. */
  saveCollection?(collection: string, key: string, changes: ReadonlyMap<string, CollectionChange>): void;
  /** Milliseconds since the epoch; the TIME variables and expiry are computed from it. */
  now?(): number;
}

export interface CollectionChange {
  /** `null` removes the key. */
  value: ByteString | null;
  /** Milliseconds since the epoch; by `expirevar`, else by SecCollectionTimeout. `null` for a removal. */
  expiresAt: number | null;
}

/** A per-site change of a shared rule set. It costs no copy of the rule set. */
export interface RuleSetOverlay {
  /** Overrides SecRuleEngine. */
  mode?: EngineMode;
  /** Variables set before phase 1, such as `tx.blocking_paranoia_level`. Keys without the `tx.` prefix. */
  tx?: Readonly<Record<string, string>>;
  exclusions?: readonly RuleExclusion[];
  /** Changes to single rules, by id. Ids that the rule set does not contain are ignored. */
  adjustments?: readonly RuleAdjustment[];
  /**
   * Overrides SecRequestBodyNoFilesLimit where the rule set reads bodies (SecRequestBodyReadings), and SecRequestBodyLimit in
   * proportion. Bytes.
   */
  inspectedBodyBytes?: number;
}

/** Overrides what a rule does on one site. */
export interface RuleAdjustment {
  ruleId: number;
  /** It is recorded as ever, adds nothing to any score and does not stop the request. */
  logOnly: boolean;
  /** Score added per matching value; absent: the rule's own. */
  score?: number;
}

/** Switches rules off, wholly or for one target, by id, id range (`"942100-942199"`), tag or message. */
export interface RuleExclusion {
  /** Returned in the audit record wherever this exclusion applied. */
  name: string;
  by: { id: string } | { tag: string } | { msg: string };
  /** SecLang target such as `ARGS:comment` or `REQUEST_COOKIES:/^session/`; absent: the whole rule. */
  target?: string;
  /** Only for requests whose path begins with this, however the origin may read it (see `pathReadings`). */
  pathPrefix?: string;
}

export interface CompileOptions {
  ports?: CompilePorts;
  /**
   * `indexed` (default) selects rules by value; `naive` has no accelerators, not even built ones, and asks rule after rule.
   * Both give the same audit records; the second is the yardstick for the first.
   */
  evaluation?: 'indexed' | 'naive';
  /** Optimisations of the `indexed` engine that can be switched off, see `ACCELERATORS`. Absent: all are on. */
  switches?: AcceleratorSwitches;
}

export interface CompiledRuleSet {
  readonly ruleCount: number;
  /** Ids in file order, for explanations and tests. */
  readonly ruleIds: readonly number[];
  readonly bodyLimits: BodyLimits;
  /** An accelerator switched off here is off for all sites of the rule set, from their next transaction on. */
  readonly switches: AcceleratorSwitches;
  /** SecRequestBodyReadings: a body of any length may come in windows, each a body of its own. */
  readonly readsBodies: boolean;
  describe(id: number): RuleDescription | null;
  /** Prepares a site's view; compiled once per configuration, shared by all of its requests. */
  withOverlay(overlay: RuleSetOverlay): SiteRuleSet;
}

export interface SiteRuleSet {
  readonly ruleSet: CompiledRuleSet;
  readonly mode: EngineMode;
  /** Limits of the rule set, or the site's own. */
  readonly requestLimits: RequestLimits;
  beginTransaction(connection: ConnectionFacts, ports?: TransactionPorts): Transaction;
  /**
   * For hosts that have others to serve meanwhile: no call works for much more than `stepsPerSlice`, see
   * {@link SlicedTransaction}.
   */
  beginSlicedTransaction(
    connection: ConnectionFacts,
    stepsPerSlice: number,
    ports?: TransactionPorts,
  ): SlicedTransaction;
  /**
   * For another site with the same rules that evaluates no rule which this one does not: a function that tells whether
   * the outcome of a transaction of this site, for a request with this target, also holds for the other. Null: that
   * cannot be determined.
   */
  standsFor(other: SiteRuleSet): ((audit: AuditRecord, target: ByteString) => boolean) | null;
}

/** Bytes. */
export interface RequestLimits {
  /** SecRequestBodyLimit. */
  readonly requestBody: number;
  readonly requestBodyNoFiles: number;
}

export interface BodyLimits {
  /** Bytes; SecRequestBodyLimit. */
  requestBody: number;
  requestBodyNoFiles: number;
  requestBodyAction: 'Reject' | 'ProcessPartial';
  responseBody: number;
  responseBodyAction: 'Reject' | 'ProcessPartial';
  responseMimeTypes: readonly string[];
}

export interface RuleDescription {
  id: number;
  phase: Phase;
  message: string;
  severity: Severity | null;
  tags: readonly string[];
  /** What the rule examines, such as `ARGS` or `REQUEST_HEADERS:User-Agent`, over all links of a chain. */
  targets: readonly string[];
  source: string;
  line: number;
  /** The directive as written, continuation lines joined. */
  text: string;
}

export interface ConnectionFacts {
  /** Becomes UNIQUE_ID. */
  id: string;
  clientAddress: string;
  clientPort: number;
  serverAddress: string;
  serverPort: number;
}

/** Names and values in the order and spelling of the wire: [name, value, name, value, …]. */
export type RawHeaders = readonly ByteString[];

/** The action that the engine asks for. `null` instead of an interruption means: continue. */
export interface Interruption {
  action: 'deny' | 'drop' | 'redirect' | 'allow';
  status: number;
  ruleId: number;
  phase: Phase;
  /** For `redirect`. */
  location?: string;
}

/**
 * One request and its response. Calls must come in this order; phases may be skipped (their rules then do not run). In
 * DetectionOnly no call returns an interruption; `audit().wouldInterrupt` reports what would have happened.
 */
export interface Transaction extends SlicedTransaction {
  requestHeaders(headers: RawHeaders): Interruption | null;
  requestBody(): Interruption | null;
  responseHeaders(status: number, protocol: ByteString, headers: RawHeaders): Interruption | null;
  responseBody(): Interruption | null;
  resume(): Interruption | null;
}

/**
 * Steps that a host may well let a transaction work for before it turns to others: short requests, browsers' and forms take a
 * fifth of them at most, hostile ones use them up in half a millisecond to three of one core.
 */
export const STEPS_PER_SLICE = 200_000;

/** The phase is not over: call `resume` when others have had their turn, until it answers something else. */
export const UNFINISHED = 'unfinished';
export type PhaseAnswer = Interruption | null | typeof UNFINISHED;

/**
 * A transaction whose phases pause after a number of steps (of the matchers: bytes examined, states built, threads
 * moved; not a clock) and continue later. Verdicts and records do not depend on how often that happens. A phase that is
 * unfinished when the next one begins is first run to its end, with its result; `logging` abandons it, for clients that
 * have left.
 */
export interface SlicedTransaction {
  /**
   * Steps of all pattern matching so far. Not part of the audit record, because it depends on how rules are selected.
   */
  readonly matcherSteps: number;
  requestLine(method: ByteString, target: ByteString, protocol: ByteString): void;
  requestHeaders(headers: RawHeaders): PhaseAnswer;
  /** True if the body should be handed in (SecRequestBodyAccess, or ctl). Decided after the header phase. */
  wantsRequestBody(): boolean;
  /** Returns an interruption only when a limit with action Reject is passed. `chunk` is copied or consumed at once. */
  requestBodyChunk(chunk: Uint8Array): Interruption | null;
  /**
   * To be called before `requestBody` if the body, or the file in it, is longer than what is handed in. Rules then
   * decide whether the rest may pass uninspected.
   */
  requestBodyGoesOn(what: 'body' | 'file'): void;
  /** Ends the body (also an empty one) and runs phase 2. */
  requestBody(): PhaseAnswer;
  responseHeaders(status: number, protocol: ByteString, headers: RawHeaders): PhaseAnswer;
  /** True if the response's type and size are to be inspected. */
  wantsResponseBody(): boolean;
  responseBodyChunk(chunk: Uint8Array): Interruption | null;
  responseBody(): PhaseAnswer;
  /** Another slice of the phase that is unfinished; without one, the answer that stands. */
  resume(): PhaseAnswer;
  /** Phase 5. Always runs; never interrupts. */
  logging(): void;
  audit(): AuditRecord;
}

export type Severity = 'EMERGENCY' | 'ALERT' | 'CRITICAL' | 'ERROR' | 'WARNING' | 'NOTICE' | 'INFO' | 'DEBUG';

/** Why a request was judged as it was; the answer to "why was I blocked?". */
export interface AuditRecord {
  interruption: Interruption | null;
  /** In DetectionOnly: what `On` would have done. */
  wouldInterrupt: Interruption | null;
  matches: readonly RuleMatch[];
  /** Final value of the set's inbound and outbound anomaly scores, where it keeps any. */
  exclusions: readonly AppliedExclusion[];
  inboundScore: number;
  outboundScore: number;
  requestBytesInspected: number;
  requestBytesTotal: number;
  responseBytesInspected: number;
  responseBytesTotal: number;
  /** Body processor that ran and the errors it flagged. */
  bodyProcessor: string | null;
  bodyError: string | null;
}

export interface RuleMatch {
  ruleId: number;
  phase: Phase;
  message: string;
  /** `logdata`, expanded; of values that were sent it holds what matched. */
  data: ByteString;
  severity: Severity | null;
  tags: readonly string[];
  /** False for rules that matched with `nolog`. */
  logged: boolean;
  /** For a chain, one entry per link, outermost first. */
  targets: readonly MatchedTarget[];
  /** Score that this match added. */
  score: number;
}

export interface MatchedTarget {
  /** Such as `ARGS:q` or `REQUEST_HEADERS:User-Agent`. */
  name: string;
  /** The value before transformations, at most 512 bytes around the match. */
  value: ByteString;
  /** Offset of `value` in the whole value, in bytes. */
  valueOffset: number;
  /** The value after transformations, at most 512 bytes around the match. */
  transformed: ByteString;
  /** Byte offset and length of the match within `transformed`; length 0 where an operator has no location. */
  matchOffset: number;
  matchLength: number;
  transformations: readonly string[];
  operator: string;
}

/** An exclusion that kept a rule, or one of its targets, from running. */
export interface AppliedExclusion {
  name: string;
  ruleId: number;
  target: string | null;
}
