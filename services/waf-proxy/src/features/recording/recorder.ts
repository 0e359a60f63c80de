import { recordedRequestV1, requestLogV1 } from '@palisade/contracts';
import { LRUCache } from 'lru-cache';
import { valuesOf } from '../../http/header-lines.ts';
import { TokenBucket } from '../../io/token-bucket.ts';
import type { Challenger } from '../../request/challenger.ts';
import type { CountersOf } from '../../request/feature.ts';
import { RequestSlot } from '../../request/request-slot.ts';
import { HeldText, KEPT_BODY } from './kept-body.ts';
import { keptWords } from './kept-words.ts';
import { KnownHeads } from './known-heads.ts';
import { HarmlessTexts } from './masking/harmless-texts.ts';
import {
  beginningOfFields,
  type HeadLines,
  maskFieldLines,
  maskRequestLine,
  maskSecretFields,
  type SecretField,
} from './masking/mask-head.ts';
import { maskBody, maskRequest, type PlainRequest } from './masking/mask-request.ts';
import { type Masking, NOTHING_FOUND } from './masking/masking.ts';
import type { SensitiveNames } from './masking/sensitive-names.ts';
import { ShortWords } from './masking/short-words.ts';
import { Substitution } from './masking/substitution.ts';
import type { RecordedSiteRequest, RecordingPolicy } from './recording-part.ts';
import { ShapeSampler, shapeOf } from './shape-sampler.ts';

const { EdgeAction } = requestLogV1;
const { RecordedBody } = recordedRequestV1;

export const RECORDING_COUNTERS = {
  requestsRecorded: 'Requests recorded for replays of policies',
  recordingsDropped: 'Requests that were not recorded for want of room',
} as const;

export interface RecordingServices {
  recorder: Recorder;
  bots: Challenger;
  counters: CountersOf<typeof RECORDING_COUNTERS>;
}

/** The recorded request, in addition to the log record. */
export interface Recording {
  readonly request: MaskedRequest;
  readonly bodyState: recordedRequestV1.RecordedBody;
  readonly cleared: boolean;
  readonly weight: number;
  readonly masked: number;
  /** See palisade.events.v1.RecordedRequest. */
  readonly hidesCode: boolean;
  readonly quota: number;
}

/** For HTTP/1 the lines of the head, for other protocols their parts. */
export type MaskedRequest =
  | { readonly head: string; readonly body: string | null }
  | (PlainRequest & { readonly head: null });

/** For the log record, which carries it. */
export const RECORDING = new RequestSlot<Recording>('the request for replays');

/**
 * Bytes recorded per second. Refused requests have their own budget per site, so that an attack does not use up that of
 * visitors.
 */
export interface RecorderBounds {
  readonly site: number;
  readonly worker: number;
}

const BOUNDS: RecorderBounds = { site: 256 * 1_024, worker: 4 * 1_024 * 1_024 };
/** For tools that need every request. */
export const UNBOUNDED: RecorderBounds = { site: Number.MAX_SAFE_INTEGER, worker: Number.MAX_SAFE_INTEGER };
/** Burst size, in seconds of the permitted rate. */
const BURST_SECONDS = 5;
const bytesPerSecond = (bytes: number, nowMs: number) => new TokenBucket(bytes * BURST_SECONDS, bytes, nowMs);
/** Maximum sites with state; others start anew. */
const MAX_SITES = 5_000;
/** Maximum size of a recorded head. */
const MAX_HEAD_BYTES = 32 * 1_024;

/** Refusals that a policy change could undo; floods are only recorded by the sample. */
const REFUSALS: ReadonlySet<requestLogV1.EdgeAction> = new Set([
  EdgeAction.BLOCK,
  EdgeAction.CHALLENGE,
  EdgeAction.GEO,
  EdgeAction.IP_LIST,
  EdgeAction.BOT,
  EdgeAction.LOG_ONLY,
  EdgeAction.CUSTOM_RULE,
]);

interface SiteState {
  readonly sampler: ShapeSampler;
  readonly refused: TokenBucket;
  readonly others: TokenBucket;
}

/** Decides which requests are recorded, and masks them. One per worker. */
export class Recorder {
  private readonly sites = new LRUCache<string, SiteState>({ max: MAX_SITES });
  /** State by policy object, which is found faster than by site. */
  private readonly ofPolicies = new WeakMap<RecordingPolicy, SiteState>();
  private readonly worker: TokenBucket;
  private readonly bounds: RecorderBounds;
  private readonly harmless = new HarmlessTexts();
  private readonly knownHeads = new KnownHeads();
  private readonly shortWords = new ShortWords();

  constructor(bounds = BOUNDS) {
    this.bounds = bounds;
    this.worker = bytesPerSecond(bounds.worker, Date.now());
  }

  /** Null: not recorded. `no_room`: it would have been, but for the budget. */
  record(
    context: RecordedSiteRequest,
    policy: RecordingPolicy,
    isCleared: () => boolean,
  ): Recording | 'no_room' | null {
    const state = this.stateOf(context, policy);
    const isRefused = REFUSALS.has(context.action);
    const weight = isRefused ? 1 : this.weightOf(context, policy);
    if (weight === 0) return null;
    // The current time, as requests end out of order, and the time of receipt would turn the clock back.
    const now = Date.now();
    const budget = isRefused ? state.refused : state.others;
    if (!budget.hasRoom(now) || !this.worker.hasRoom(now)) return 'no_room';
    const types = valuesOf(context.rawHeaders, CONTENT_TYPE);
    const body = bodyOf(context, types);
    const headSize = sizeOfHead(context);
    if (headSize > MAX_HEAD_BYTES) return 'no_room';
    const size = headSize + (body?.length ?? 0);
    budget.charge(size);
    this.worker.charge(size);
    return this.masked(context, { text: body, type: types[0] ?? '' }, policy, {
      cleared: isCleared(),
      weight,
      quota: policy.quota,
    });
  }

  private masked(
    context: RecordedSiteRequest,
    { text: body, type }: { text: string | null; type: string },
    policy: RecordingPolicy,
    { cleared, weight, quota }: Pick<Recording, 'cleared' | 'weight' | 'quota'>,
  ): Recording {
    const substitution = new Substitution(this.shortWords);
    const { names, masksQueryValues } = policy;
    const masking: Masking = {
      names,
      substitution,
      harmless: this.harmless,
      masksQueryValues,
      keptIn: wordsKeptIn(context, names),
    };
    const bodyState = bodyStateOf(context, body);
    const { rawTarget: target, rawHeaders: fields, method, head } = context;
    if (head.lines === '') {
      const request = { ...maskRequest({ target, fields, body }, masking), head: null };
      const { count, hidesCode } = substitution;
      return { request, bodyState, masked: count, hidesCode, cleared, weight, quota };
    }
    const maskedBody = body === null ? null : maskBody(body, type, masking);
    const lines: HeadLines = { text: head.lines, method, target, fields };
    const requestLine = maskRequestLine(lines, masking);
    const known = this.fieldLinesOf(context.connection, lines, policy, masking);
    const request = { head: requestLine + known.masked, body: maskedBody };
    return {
      request,
      bodyState,
      masked: substitution.count + known.count,
      hidesCode: substitution.hidesCode || known.hidesCode,
      cleared,
      weight,
      quota,
    };
  }

  /** @returns masked lines, and what the substitution does not know of them yet */
  private fieldLinesOf(
    connection: RecordedSiteRequest['connection'],
    head: HeadLines,
    policy: RecordingPolicy,
    masking: Masking,
  ): { masked: string; count: number; hidesCode: boolean } {
    const { substitution } = masking;
    const from = beginningOfFields(head);
    // Words that rules matched have to stay.
    if (masking.keptIn !== NOTHING_FOUND)
      return { masked: maskFieldLines(head, masking), count: 0, hidesCode: false };
    const known = this.knownHeads.find(connection, policy, head.text, from);
    // Words that occur in both body and cookies must get the same replacement.
    const isAlone = substitution.asked === 0;
    if (known !== undefined && known.masked !== null && isAlone)
      return { masked: known.masked, count: known.count, hidesCode: known.hidesCode };
    const { count: before, hidesCode: hidBefore } = substitution;
    substitution.hidesCode = false;
    const secrets: SecretField[] = [];
    const masked =
      known === undefined
        ? maskFieldLines(head, masking, secrets)
        : maskSecretFields(head, masking, known.secrets);
    if (isAlone || known === undefined)
      this.knownHeads.learn(connection, head.text, from, {
        policy,
        masked: isAlone ? masked : null,
        count: substitution.count - before,
        hidesCode: substitution.hidesCode,
        secrets: known?.secrets ?? secrets,
      });
    substitution.hidesCode ||= hidBefore;
    return { masked, count: 0, hidesCode: false };
  }

  /** Sampling weight if the request is not refused, drawn once; 0: not sampled. */
  weightOf(context: RecordedSiteRequest, policy: RecordingPolicy): number {
    const { rate } = policy;
    // Only refused requests are recorded.
    if (rate === 0) return 0;
    if (rate === 1) return 1;
    const body = KEPT_BODY.read(context);
    if (body instanceof HeldText) return body.weight;
    const type = valuesOf(context.rawHeaders, CONTENT_TYPE)[0] ?? '';
    const { sampler } = this.stateOf(context, policy);
    return sampler.weightOf(shapeOf(context.method, context.rawTarget, type), rate);
  }

  private stateOf(context: RecordedSiteRequest, policy: RecordingPolicy): SiteState {
    return this.ofPolicies.get(policy) ?? this.newStateOf(context, policy);
  }

  private newStateOf({ site, receivedAtMs }: RecordedSiteRequest, policy: RecordingPolicy): SiteState {
    const { siteId } = site!;
    let state = this.sites.get(siteId);
    if (state === undefined) {
      state = {
        sampler: new ShapeSampler(),
        refused: bytesPerSecond(this.bounds.site, receivedAtMs),
        others: bytesPerSecond(this.bounds.site, receivedAtMs),
      };
      this.sites.set(siteId, state);
    }
    this.ofPolicies.set(policy, state);
    return state;
  }
}

function bodyOf(context: RecordedSiteRequest, types: readonly string[]): string | null {
  const kept = KEPT_BODY.read(context);
  const body = kept?.isComplete === true && !kept.isTooLong ? kept.text() : null;
  return body !== null && isReadable(context, types, body) ? body : null;
}

function wordsKeptIn({ transaction }: RecordedSiteRequest, names: SensitiveNames): Masking['keptIn'] {
  const audit = transaction?.audit();
  return audit === undefined || audit.matches.length === 0 ? NOTHING_FOUND : keptWords(audit, names);
}

const CONTENT_TYPE = 'content-type';
/** Of most bodies. */
const FORM = 'application/x-www-form-urlencoded';

/** Secrets in compressed or two-byte text could not be found. */
const UNREADABLE =
  /charset\s{0,10}=\s{0,10}"?(?!utf-?8|us-ascii|ascii|iso-8859|latin|windows-12|cp12)|(?:grpc|protobuf|msgpack|cbor|avro|thrift|octet-stream)/i;

function isReadable({ head }: RecordedSiteRequest, types: readonly string[], body: string): boolean {
  const { contentEncoding } = head;
  if (contentEncoding !== '' && contentEncoding.toLowerCase() !== 'identity') return false;
  const isForm = types.length === 1 && types[0] === FORM;
  return (isForm || !UNREADABLE.test(types.join(';'))) && !body.includes('\0');
}

function bodyStateOf(context: RecordedSiteRequest, body: string | null): recordedRequestV1.RecordedBody {
  const kept = KEPT_BODY.read(context);
  if (kept === undefined) return RecordedBody.NONE;
  if (body !== null) return RecordedBody.WHOLE;
  return kept.isComplete || kept.isTooLong ? RecordedBody.CUT : RecordedBody.UNREAD;
}

function sizeOfHead({ head, rawTarget, rawHeaders }: RecordedSiteRequest): number {
  if (head.lines !== '') return head.lines.length;
  let size = rawTarget.length;
  for (const text of rawHeaders) size += text.length;
  return size;
}
