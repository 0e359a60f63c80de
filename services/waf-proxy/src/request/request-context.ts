import type { Interruption, SlicedTransaction } from '@palisade/waf-engine';
import { emptyHeadFacts, type FramingFault, type HeadFacts } from '../http/head.ts';
import type { ClientAddress } from '../io/addresses/client-address.ts';
import type { Country } from '../io/addresses/geo.ts';
import type { Place } from '../io/shares/fair-counter.ts';
import type { Hold } from '../io/shares/fair-pool.ts';
import type { BodyKeeper } from './body-keeper.ts';
import type { ClientConnection } from './client-connection.ts';
import type { PeerVisitor } from './from-peer.ts';
import type { OriginReason } from './origin-reason.ts';
import type { OriginRequest } from './origin-request.ts';
import type { Reply, RequestBody } from './reply.ts';
import type { RequestChanges } from './request-changes.ts';
import { RequestLifetime } from './request-lifetime.ts';
import type { SlotHolder } from './request-slot.ts';
import type { Site } from './site.ts';
import { NOTHING_SKIPPED, type SkippedChecks } from './skipped-checks.ts';
import { EdgeAction, type Reason } from './verdict.ts';

/** Protocols that carry many requests at once as bidirectional streams. HTTP/3 reaches a worker in HTTP/2 frames. */
export type StreamedProtocol = 'HTTP/2.0' | 'HTTP/3.0';

const STREAMED: ReadonlySet<string> = new Set<StreamedProtocol>(['HTTP/2.0', 'HTTP/3.0']);

export const isStreamed = (protocol: IncomingRequest['protocol']): protocol is StreamedProtocol =>
  STREAMED.has(protocol);

/** A request as the protocol adapters (HTTP/1, HTTP/2 and 3, upgrade) hand it in. */
export interface IncomingRequest {
  requestId: string;
  receivedAtMs: number;
  connection: ClientConnection;
  protocol: 'HTTP/1.0' | 'HTTP/1.1' | StreamedProtocol;
  method: string;
  /** As on the wire; for HTTP/2 `:path`. */
  rawTarget: string;
  /** [name, value, …] as on the wire, one character per byte; HTTP/2 pseudo headers are turned into Host. */
  rawHeaders: string[];
  /** Facts from the strict head parser, or why it refuses the head. */
  head: HeadFacts | FramingFault;
  /** Null: the request has no body. */
  body: RequestBody | null;
  reply: Reply;
  /** The protocol upgrade that the client asks for; null for none or an unsupported one. */
  upgrade: UpgradeRequest | null;
  /** Sends 100 Continue; null where the client does not wait for it. */
  sendContinue: (() => void) | null;
}

export interface UpgradeRequest {
  protocol: 'websocket';
  /** Takes over the client's socket after the origin's 101; called at most once. */
  accept(head: string): { socket: import('node:net').Socket; received: Buffer };
}

/** Ids of the request's own span and its trace. */
export interface TracePlace {
  readonly traceId: string;
  readonly spanId: string;
}

/** The spans of one request that is traced. */
export interface RequestTrace extends TracePlace {
  /**
   * Records that the request is sent to an origin.
   * @returns the value of the `traceparent` header
   */
  forwarded(request: RequestContext): string;
  ended(request: RequestContext): void;
}

const EMPTY_HEAD: HeadFacts = Object.freeze(emptyHeadFacts());

/**
 * Everything known about one request. The phases fill it in order; `log` reads it at the end, whatever happened. One
 * class with all fields set in the constructor, so that every request has the same hidden class. `S`: the parts of the
 * site that the reader needs; the state of single features is in `slots`.
 */
export class RequestContext<S extends Site = Site> implements SlotHolder {
  readonly requestId: string;
  readonly receivedAtMs: number;
  /** `performance.now()` at the same moment. */
  readonly startedAt: number;
  readonly connection: ClientConnection;
  readonly protocol: IncomingRequest['protocol'];
  readonly method: string;
  readonly rawTarget: string;
  readonly rawHeaders: string[];
  readonly framingFault: FramingFault | null;
  readonly head: HeadFacts;
  body: RequestBody | null;
  readonly reply: Reply;
  /** Resources and tasks that end with the request. */
  readonly lifetime = new RequestLifetime();
  readonly upgrade: UpgradeRequest | null;
  sendContinue: (() => void) | null;

  // admit
  site: S | null = null;
  client: ClientAddress;
  /** A trusted proxy of the operator or the site made the connection: its handshake and scheme are not the visitor's. */
  isRelayed = false;
  /** What the site's own proxies report, for X-Forwarded-For: the visitor and the proxies but for the peer; '' without. */
  relayedFor = '';
  country: Country | null = null;
  /** On the owner's allow list: access, limits and bots let it pass. */
  allowListed = false;
  /** A path that the edge itself answers, such as a challenge; no rule of an owner blocks it. */
  isReserved = false;
  slots: SlotHolder['slots'] = null;

  // custom rules
  /** Phases that an owner's rule skips for this request. */
  skips: SkippedChecks = NOTHING_SKIPPED;
  /** Changes by the owner's rules; null: none besides the site's general header changes. */
  changes: RequestChanges | null = null;

  // inspect
  transaction: SlicedTransaction | null = null;
  engineFailed = false;
  interruption: Interruption | null = null;
  /** The part of the body that had to arrive before the verdict; forwarded first. */
  heldBody: Buffer[] = [];
  heldBytes = 0;
  /** Takes the held body before it is released (for recordings, for example); null: nothing needs it. */
  bodyKeeper: BodyKeeper | null = null;
  /** Its share of the memory for waiting bodies; null: it takes none. */
  hold: Hold | null = null;
  /** Its slot among the concurrent requests. */
  place: Place | null = null;
  bodyComplete = false;
  bodyStarted = false;

  // cache
  /** A request to send to the origin instead of the client's; null: the client's own. */
  originRequest: OriginRequest | null = null;
  /** The page may be rewritten, so the origin is asked for it uncompressed. */
  asksPlainPage = false;
  /** Cache key to ask another edge node for; '' where none is asked. */
  peerKey = '';
  /** Another edge node asks for a visitor that it has already judged; null: a client asks. */
  fromPeer: PeerVisitor | null = null;
  /** For the log: 'hit', 'miss', …; '' where the site does not cache. */
  cacheStatus = '';
  /** The value of the Cache-Status header. */
  cacheNote = '';

  // outcome
  status = 0;
  originStatus = 0;
  action: EdgeAction = EdgeAction.ALLOW;
  reason: Reason | '' = '';
  requestBytes = 0;
  responseBytes = 0;
  /** `performance.now()` when the origin was asked; 0 if never. */
  originStartedAt = 0;
  originDurationMs = 0;
  /** The origin used last, such as "https://a.example:443", and why it was chosen; '' if there is only one. */
  originName = '';
  originReason: OriginReason | '' = '';
  /** Null: not sampled. */
  trace: RequestTrace | null = null;
  /** Cookie value that returns this visitor to the same origin; '' if no cookie has to be set. */
  stickyToken = '';
  clientLeft = false;
  /** A response of our own is decided; no other may follow. */
  answered = false;
  finished = false;

  constructor(incoming: IncomingRequest) {
    this.requestId = incoming.requestId;
    this.receivedAtMs = incoming.receivedAtMs;
    this.startedAt = performance.now();
    this.connection = incoming.connection;
    this.protocol = incoming.protocol;
    this.method = incoming.method;
    this.rawTarget = incoming.rawTarget;
    this.rawHeaders = incoming.rawHeaders;
    this.framingFault = typeof incoming.head === 'string' ? incoming.head : null;
    this.head = typeof incoming.head === 'string' ? EMPTY_HEAD : incoming.head;
    this.body = incoming.body;
    this.reply = incoming.reply;
    this.upgrade = incoming.upgrade;
    this.sendContinue = incoming.sendContinue;
    this.client = incoming.connection.peer;
    this.bodyComplete = incoming.body === null;
  }

  /** The request target for the origin: the client's, unless a rule rewrote it. */
  get originTarget(): string {
    return this.changes?.target ?? this.head.target;
  }

  get scheme(): 'http' | 'https' {
    return this.connection.secure ? 'https' : 'http';
  }

  /** Notes what would have been refused, in log-only mode. The first note is kept. */
  wouldRefuse(reason: Reason): void {
    if (this.action !== EdgeAction.ALLOW) return;
    this.action = EdgeAction.LOG_ONLY;
    this.reason = reason;
  }
}
