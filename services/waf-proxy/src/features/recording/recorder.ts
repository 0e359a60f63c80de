import { recordedRequestV1, requestLogV1 } from '@palisade/contracts';
import { LRUCache } from 'lru-cache';
import { valuesOf } from '../../http/header-lines.ts';
import { TokenBucket } from '../../io/token-bucket.ts';
import type { Challenger } from '../../request/challenger.ts';
import type { CountersOf } from '../../request/feature.ts';
import { RequestSlot } from '../../request/request-slot.ts';
import { KEPT_BODY } from './kept-body.ts';
import { HarmlessTexts } from './masking/harmless-texts.ts';
import { maskRequest, type PlainRequest } from './masking/mask-request.ts';
import { Substitution } from './masking/substitution.ts';
import { matchedWords } from './matched-words.ts';
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

/** What is written of a request besides what its log record says. */
export interface Recording {
  readonly request: PlainRequest;
  readonly bodyState: recordedRequestV1.RecordedBody;
  readonly cleared: boolean;
  readonly weight: number;
  readonly masked: number;
  readonly quota: number;
}

/** For the log record, which carries it. */
export const RECORDING = new RequestSlot<Recording>('the request for replays');

/** What is recorded a second, in bytes. Refused requests have a site's budget of their own, so that an attack does not take that of visitors. */
export interface RecorderBounds {
  readonly site: number;
  readonly worker: number;
}

const BOUNDS: RecorderBounds = { site: 256 * 1_024, worker: 4 * 1_024 * 1_024 };
/** For tools that want every request. */
export const UNBOUNDED: RecorderBounds = { site: Number.MAX_SAFE_INTEGER, worker: Number.MAX_SAFE_INTEGER };
/** What comes at once may be that of so many seconds. */
const BURST_SECONDS = 5;
const bytesPerSecond = (bytes: number, nowMs: number) => new TokenBucket(bytes * BURST_SECONDS, bytes, nowMs);
/** Sites with something to remember; others begin anew. */
const MAX_SITES = 5_000;
/** Heads beyond this are not recorded. */
const MAX_HEAD_BYTES = 32 * 1_024;

/** Refusals that a policy could undo by itself; floods are not recorded beyond the sample. */
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

/** Decides which requests are kept, and masks them. One for each worker. */
export class Recorder {
  private readonly sites = new LRUCache<string, SiteState>({ max: MAX_SITES });
  /** Found without the cost of that order, for every request of as long as the policy is in force. */
  private readonly ofPolicies = new WeakMap<RecordingPolicy, SiteState>();
  private readonly worker: TokenBucket;
  private readonly bounds: RecorderBounds;
  private readonly harmless = new HarmlessTexts();

  constructor(bounds = BOUNDS) {
    this.bounds = bounds;
    this.worker = bytesPerSecond(bounds.worker, Date.now());
  }

  /** Null: it is not kept. `no_room`: it would have been. */
  record(
    context: RecordedSiteRequest,
    policy: RecordingPolicy,
    isCleared: () => boolean,
  ): Recording | 'no_room' | null {
    const state = this.ofPolicies.get(policy) ?? this.stateOf(context, policy);
    const isRefused = REFUSALS.has(context.action);
    const weight = isRefused ? 1 : this.weightOf(context, state.sampler, policy);
    if (weight === 0) return null;
    // Not when it was received: requests end in another order than they come, and each that took long would turn the clock back.
    const now = Date.now();
    const budget = isRefused ? state.refused : state.others;
    if (!budget.hasRoom(now) || !this.worker.hasRoom(now)) return 'no_room';
    const plain = plainRequestOf(context);
    const size = sizeOf(plain);
    if (size > MAX_HEAD_BYTES + (plain.body?.length ?? 0)) return 'no_room';
    budget.charge(size);
    this.worker.charge(size);
    const substitution = new Substitution();
    const words = context.transaction === null ? null : matchedWords(context.transaction.audit());
    const { names, masksQueryValues } = policy;
    const request = maskRequest(plain, {
      names,
      substitution,
      harmless: this.harmless,
      masksQueryValues,
      keptIn: (name) => (names.isNamed(name) ? undefined : words?.get(name.toLowerCase())),
    });
    return {
      request,
      bodyState: bodyStateOf(context, plain.body),
      cleared: isCleared(),
      weight,
      masked: substitution.count,
      quota: policy.quota,
    };
  }

  private weightOf(context: RecordedSiteRequest, sampler: ShapeSampler, { rate }: RecordingPolicy): number {
    // Refused requests alone.
    if (rate === 0) return 0;
    if (rate === 1) return 1;
    const type = valuesOf(context.rawHeaders, 'content-type')[0] ?? '';
    return sampler.weightOf(shapeOf(context.method, context.rawTarget, type), rate);
  }

  private stateOf({ site, receivedAtMs }: RecordedSiteRequest, policy: RecordingPolicy): SiteState {
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

function plainRequestOf(context: RecordedSiteRequest): PlainRequest {
  const kept = KEPT_BODY.read(context);
  const body = kept?.isComplete === true && !kept.isTooLong ? kept.text() : null;
  return {
    target: context.rawTarget,
    fields: context.rawHeaders,
    body: body !== null && isReadable(context, body) ? body : null,
  };
}

/** Secrets in packed bytes, or in letters of two bytes, would not be found. */
const UNREADABLE =
  /charset\s{0,10}=\s{0,10}"?(?!utf-?8|us-ascii|ascii|iso-8859|latin|windows-12|cp12)|(?:grpc|protobuf|msgpack|cbor|avro|thrift|octet-stream)/i;

function isReadable({ head, rawHeaders }: RecordedSiteRequest, body: string): boolean {
  if (head.contentEncoding !== '' && head.contentEncoding.toLowerCase() !== 'identity') return false;
  const type = valuesOf(rawHeaders, 'content-type').join(';');
  return !UNREADABLE.test(type) && !body.includes('\0');
}

function bodyStateOf(context: RecordedSiteRequest, body: string | null): recordedRequestV1.RecordedBody {
  const kept = KEPT_BODY.read(context);
  if (kept === undefined) return RecordedBody.NONE;
  if (body !== null) return RecordedBody.WHOLE;
  return kept.isComplete || kept.isTooLong ? RecordedBody.CUT : RecordedBody.UNREAD;
}

function sizeOf({ target, fields, body }: PlainRequest): number {
  let size = target.length + (body?.length ?? 0);
  for (const text of fields) size += text.length;
  return size;
}
