import { type ClientHttp2Session, connect } from 'node:http2';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { Deadlines } from '../io/deadlines.ts';
import { reclaimSlowest } from '../io/drain-meter.ts';
import type { EdgePools } from '../io/shares/edge-pools.ts';
import type { FairCounter, Place } from '../io/shares/fair-counter.ts';
import { attemptConnect } from './connect-attempt.ts';
import { Http2OriginStream } from './http2-origin-stream.ts';
import type { OriginConnector, OriginEndpoint } from './origin-connect.ts';
import type { ConnectionPorts } from './origin-connection.ts';
import { type FailureListener, WaitingLine } from './waiting-line.ts';

const SESSION_IDLE_MS = 60_000;
/** Maximum streams per connection; the server's own limit applies if it is lower. */
const MAX_STREAMS = 100;
const MAX_SESSIONS_PER_ORIGIN = 16;
/** Longer than connecting takes, so that its errors are reported instead. */
const TIMEOUT_MS = 20_000;
/** How long an origin that only speaks HTTP/1.1 is not asked for HTTP/2, ms. */
const ONLY_HTTP1_MS = 10 * 60_000;

/** Each request has its own `:scheme` and `:authority`; Node throws on names that are not valid in URLs. */
export const NO_AUTHORITY = 'http://origin.invalid';

/** Limits of a connection; origins are trusted more than clients, but not fully. */
const SESSION_OPTIONS = {
  settings: { enablePush: false, initialWindowSize: 1024 * 1024, maxHeaderListSize: 64 * 1024 },
  maxHeaderListPairs: 256,
  maxSessionMemory: 64,
  maxOutstandingPings: 10,
};

/**
 * Maximum frames about the connection on one connection, which Node stores (ORIGIN) or emits (ALTSVC). We ignore them;
 * an ordinary server sends one or two.
 */
const MAX_ASIDES = 16;

export interface StreamWaiter extends FailureListener {
  onStream(stream: Http2OriginStream): void;
  /** The origin does not speak HTTP/2, so the request uses HTTP/1. */
  onHttp1Only(): void;
}

interface OpenSession {
  session: ClientHttp2Session;
  /** The origin has sent its stream limit. Until then it gets one stream, so that none waits in the session. */
  settled: boolean;
  streams: Set<Http2OriginStream>;
}

interface OriginSessions {
  sessions: Set<OpenSession>;
  /** Streams in use by client. */
  inUse: FairCounter;
  connecting: boolean;
  waiting: WaitingLine<StreamWaiter>;
  http1Until: number;
}

/** A stream for a waiting request, on a connection with capacity. */
interface Given {
  entry: OpenSession;
  waiter: StreamWaiter;
  place: Place;
}

/** HTTP/2 connections by endpoint, each carrying many exchanges. */
export class Http2Origins {
  private readonly connector: OriginConnector;
  private readonly deadlines: Deadlines;
  private readonly ports: ConnectionPorts;
  private readonly origins = new Map<string, OriginSessions>();
  private readonly shares: EdgePools;
  private closed = false;

  constructor(connector: OriginConnector, ports: ConnectionPorts, shares: EdgePools) {
    this.ports = ports;
    this.shares = shares;
    this.connector = connector;
    this.deadlines = ports.deadlines;
  }

  /** Whether this origin is known not to speak HTTP/2. */
  speaksOnlyHttp1(endpoint: OriginEndpoint): boolean {
    return (this.origins.get(endpoint.key)?.http1Until ?? 0) > this.deadlines.now;
  }

  /** Calls back, possibly synchronously. The returned function withdraws the request. */
  acquire(endpoint: OriginEndpoint, waiter: StreamWaiter): () => void {
    const origin = this.originOf(endpoint.key);
    const entry = withRoom(origin);
    const place = entry === undefined ? null : origin.inUse.enter(waiter.holder);
    if (entry !== undefined && place !== null) {
      this.give(endpoint, origin, { entry, waiter, place });
      return nothingToWithdraw;
    }
    const withdraw = origin.waiting.join(waiter);
    if (this.mayConnect(origin)) this.connect(endpoint, origin);
    return withdraw;
  }

  close(): void {
    this.closed = true;
    for (const { sessions } of this.origins.values()) for (const { session } of sessions) session.close();
    this.origins.clear();
  }

  private originOf(key: string): OriginSessions {
    let origin = this.origins.get(key);
    if (origin === undefined) {
      const sessions = new Set<OpenSession>();
      // As with HTTP/1 connections: slow readers must not keep others from an origin.
      const makeRoom = (places: number) =>
        reclaimSlowest(
          [...sessions].flatMap(({ streams }) => [...streams]),
          this.deadlines.now,
          places,
        );
      const waiting = new WaitingLine<StreamWaiter>(this.deadlines, makeRoom, TIMEOUT_MS);
      const inUse = this.shares.ofOrigin('origin_streams');
      origin = { sessions, inUse, connecting: false, waiting, http1Until: 0 };
      this.origins.set(key, origin);
    }
    return origin;
  }

  private give(endpoint: OriginEndpoint, { inUse }: OriginSessions, { entry, waiter, place }: Given): void {
    const { session, streams } = entry;
    const stream = new Http2OriginStream(session, endpoint.useTls ? 'https' : 'http', this.ports, () => {
      streams.delete(stream);
      inUse.leave(place);
      this.serveWaiting(endpoint);
    });
    streams.add(stream);
    waiter.onStream(stream);
  }

  private serveWaiting(endpoint: OriginEndpoint): void {
    const origin = this.origins.get(endpoint.key);
    if (origin === undefined) return;
    const { waiting, inUse } = origin;
    for (let entry = withRoom(origin); entry !== undefined; entry = withRoom(origin)) {
      const waiter = waiting.shift(({ holder }) => inUse.claimOf(holder));
      const place = waiter === undefined ? null : inUse.enter(waiter.holder);
      if (waiter === undefined || place === null) break;
      this.give(endpoint, origin, { entry, waiter, place });
    }
    if (waiting.length > 0 && this.mayConnect(origin)) this.connect(endpoint, origin);
    else this.forgetIdle(endpoint.key, origin);
  }

  /** Another connection is opened only if the present ones are known to be full. */
  private mayConnect(origin: OriginSessions): boolean {
    const { sessions, connecting } = origin;
    if (this.closed || connecting || sessions.size >= MAX_SESSIONS_PER_ORIGIN) return false;
    return withRoom(origin) === undefined && [...sessions].every(({ settled }) => settled);
  }

  private forgetIdle(key: string, origin: OriginSessions): void {
    const known = origin.http1Until > this.deadlines.now;
    if (origin.sessions.size === 0 && origin.waiting.length === 0 && !origin.connecting && !known) {
      this.origins.delete(key);
      this.shares.forget('origin_streams', origin.inUse);
    }
  }

  private connect(endpoint: OriginEndpoint, origin: OriginSessions): void {
    origin.connecting = true;
    const tellAll = (tell: (waiter: StreamWaiter) => void) => {
      origin.connecting = false;
      for (const waiter of origin.waiting.takeAll()) tell(waiter);
      this.forgetIdle(endpoint.key, origin);
    };
    attemptConnect(this.connector, this.deadlines, endpoint, {
      onConnected: (socket) => {
        if (socket instanceof TLSSocket && socket.alpnProtocol !== 'h2') {
          socket.on('error', () => socket.destroy());
          socket.destroy();
          origin.http1Until = performance.now() + ONLY_HTTP1_MS;
          tellAll((waiter) => waiter.onHttp1Only());
          return;
        }
        this.openSession(endpoint, origin, socket);
        origin.connecting = false;
        this.serveWaiting(endpoint);
      },
      onFailure: (error) => tellAll((waiter) => waiter.onFailure(error)),
    });
  }

  private openSession(endpoint: OriginEndpoint, origin: OriginSessions, socket: Socket): void {
    const session = connect(NO_AUTHORITY, { ...SESSION_OPTIONS, createConnection: () => socket });
    const entry: OpenSession = { session, settled: false, streams: new Set() };
    origin.sessions.add(entry);
    const gone = () => {
      origin.sessions.delete(entry);
      this.serveWaiting(endpoint);
    };
    session.on('remoteSettings', () => {
      entry.settled = true;
      const all = MAX_SESSIONS_PER_ORIGIN * mostStreams(session);
      origin.inUse.resize(Math.min(all, this.shares.boundOf('origin_streams')));
      this.serveWaiting(endpoint);
    });
    session.setTimeout(SESSION_IDLE_MS, () => session.close());
    // Each exchange reports the error through its own stream.
    session.on('error', () => session.destroy());
    session.on('goaway', () => session.close());
    let asides = 0;
    const noteAside = () => {
      asides++;
      if (asides > MAX_ASIDES) session.destroy();
    };
    session.on('origin', noteAside);
    session.on('altsvc', noteAside);
    session.on('close', gone);
    session.unref();
  }
}

function withRoom({ sessions }: OriginSessions): OpenSession | undefined {
  for (const entry of sessions) if (hasRoom(entry)) return entry;
  return undefined;
}

function hasRoom({ session, settled, streams }: OpenSession): boolean {
  if (session.closed || session.destroyed) return false;
  return streams.size < (settled ? mostStreams(session) : 1);
}

const mostStreams = (session: ClientHttp2Session): number =>
  Math.min(MAX_STREAMS, session.remoteSettings?.maxConcurrentStreams ?? MAX_STREAMS);

function nothingToWithdraw(): void {
  // The stream was handed over, or refused, before `acquire` returned.
}
