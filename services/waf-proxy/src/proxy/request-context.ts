import type { Interruption, SlicedTransaction } from '@palisade/waf-engine';
import type { Visitor } from '../bots/visitors.ts';
import type { OriginRequest } from '../cache/origin-request.ts';
import { NOTHING_SKIPPED, type SkippedChecks } from '../custom-rules/custom-rules.ts';
import type { CustomRecord } from '../custom-rules/decide.ts';
import type { Place } from '../limits/fair-counter.ts';
import type { Hold } from '../limits/fair-pool.ts';
import type { CompiledSite } from '../site-config/compiled-site.ts';
import type { Country } from '../site-config/geo.ts';
import type { RequestTrace } from '../telemetry/tracing/request-tracer.ts';
import type { ClientAddress } from './client-address.ts';
import type { ClientConnection } from './client-connection.ts';
import { emptyHeadFacts, type FramingFault, type HeadFacts } from './framing/head.ts';
import type { Reply, RequestBody } from './reply.ts';
import { EdgeAction, type Reason } from './verdict.ts';

/** What the protocol adapters (HTTP/1, HTTP/2, upgrade) hand in. */
export interface IncomingRequest {
  requestId: string;
  receivedAtMs: number;
  connection: ClientConnection;
  protocol: 'HTTP/1.0' | 'HTTP/1.1' | 'HTTP/2.0';
  method: string;
  /** As on the wire; for HTTP/2 `:path`. */
  rawTarget: string;
  /** [name, value, …] as on the wire, one character per byte; HTTP/2 pseudo headers are turned into Host. */
  rawHeaders: string[];
  /** Facts from the strict guard, or why it refuses. */
  head: HeadFacts | FramingFault;
  /** Null: there is no body. */
  body: RequestBody | null;
  reply: Reply;
  /** The client asks for another protocol, and it is one that we can carry. */
  upgrade: UpgradeRequest | null;
  /** Sends 100 Continue; null where the client does not wait for it. */
  sendContinue: (() => void) | null;
}

export interface UpgradeRequest {
  protocol: 'websocket';
  /** Takes over the client's socket after the origin's 101; called at most once. */
  accept(head: string): { socket: import('node:net').Socket; received: Buffer };
}

const EMPTY_HEAD: HeadFacts = Object.freeze(emptyHeadFacts());

/**
 * Everything known about one request. The phases fill it in order; `log` reads it at the end, whatever happened.
 * One class with all fields set in the constructor, so that every request has the same hidden class.
 */
export class RequestContext {
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
  readonly upgrade: UpgradeRequest | null;
  sendContinue: (() => void) | null;

  // admit
  site: CompiledSite | null = null;
  client: ClientAddress;
  country: Country | null = null;
  /** On the owner's allow list: access, limits and bots let it pass. */
  allowListed = false;

  // custom rules
  /** Phases that one of the owner's rules has this request leave out. */
  skips: SkippedChecks = NOTHING_SKIPPED;
  /** For the log: which of the owner's rules held; null: none. */
  customRecord: CustomRecord | null = null;

  // protect
  /** What is remembered of the client; null where bot protection is off. */
  visitor: Visitor | null = null;

  // inspect
  transaction: SlicedTransaction | null = null;
  engineFailed = false;
  interruption: Interruption | null = null;
  /** The part of the body that had to arrive before the verdict; forwarded first. */
  heldBody: Buffer[] = [];
  heldBytes = 0;
  /** Its room among the bodies that wait; null: it has taken none. */
  hold: Hold | null = null;
  /** Its place among the requests under way. */
  place: Place | null = null;
  bodyComplete = false;
  bodyStarted = false;
  /** Lets go of what waits of a form's later windows; called at the request's end. */
  dropWindow: (() => void) | null = null;

  // upload scan
  /** What the virus scanner has found. */
  malware = '';

  // cache
  /** What the origin is asked instead of the client's own words; null: those. */
  originRequest: OriginRequest | null = null;
  /** For the log: 'hit', 'miss', …; '' where the site does not cache. */
  cacheStatus = '';
  /** The same for the client, as Cache-Status says it. */
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
  /** Null: not sampled. */
  trace: RequestTrace | null = null;
  /** The origin that this visitor shall come back to; '' where nothing has to be told. */
  stickyToken = '';
  clientLeft = false;
  /** Set by the phase that waits for something; called once when the client leaves. */
  onClientLeft: (() => void) | null = null;
  /** Frees what the request holds beyond memory; called once, at its end. */
  onEnded: (() => void) | null = null;
  /** A page of ours has been decided; nothing may answer a second time. */
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

  get scheme(): 'http' | 'https' {
    return this.connection.secure ? 'https' : 'http';
  }

  /**
   * Notes a refusal that log-only mode turns into a remark. The first remark is kept.
   */
  wouldRefuse(reason: Reason): void {
    if (this.action !== EdgeAction.ALLOW) return;
    this.action = EdgeAction.LOG_ONLY;
    this.reason = reason;
  }
}
