import { type ClientHttp2Session, connect } from 'node:http2';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { Deadline, Deadlines } from './deadlines.ts';
import { Http2OriginStream } from './http2-origin-stream.ts';
import type { OriginConnector, OriginEndpoint } from './origin-connect.ts';
import { asOriginError, OriginError } from './origin-error.ts';

const CONNECT_TIMEOUT_MS = 10_000;
const SESSION_IDLE_MS = 60_000;
/** What a server allows at once is respected; one that allows more is not asked for more. */
const MAX_STREAMS = 100;
const MAX_SESSIONS_PER_ORIGIN = 16;
const MAX_WAITING_PER_ORIGIN = 1_024;
/** An origin that speaks HTTP/1.1 only is not asked again for so long. */
const ONLY_HTTP1_MS = 10 * 60_000;

/** Bounds of one connection; an origin is less dangerous than a stranger, but not harmless. */
const SESSION_OPTIONS = {
  settings: { enablePush: false, initialWindowSize: 1024 * 1024, maxHeaderListSize: 64 * 1024 },
  maxHeaderListPairs: 256,
  maxSessionMemory: 64,
  maxOutstandingPings: 10,
};

export interface StreamWaiter {
  onStream(stream: Http2OriginStream): void;
  onFailure(error: OriginError): void;
  /** The origin does not speak HTTP/2; the request goes by HTTP/1. */
  onHttp1Only(): void;
}

interface OriginSessions {
  sessions: Set<{ session: ClientHttp2Session; streams: number }>;
  connecting: boolean;
  waiting: Set<StreamWaiter>;
  http1Until: number;
}

/** HTTP/2 connections by endpoint, each carrying many exchanges. */
export class Http2Origins {
  readonly #connector: OriginConnector;
  readonly #deadlines: Deadlines;
  readonly #origins = new Map<string, OriginSessions>();
  #closed = false;

  constructor(connector: OriginConnector, deadlines: Deadlines) {
    this.#connector = connector;
    this.#deadlines = deadlines;
  }

  /** True while this origin is known to have no HTTP/2. */
  speaksOnlyHttp1(endpoint: OriginEndpoint): boolean {
    return (this.#origins.get(endpoint.key)?.http1Until ?? 0) > this.#deadlines.now;
  }

  /** Calls back, possibly at once. The returned function withdraws the request. */
  acquire(endpoint: OriginEndpoint, waiter: StreamWaiter): () => void {
    const origin = this.#originOf(endpoint.key);
    for (const entry of origin.sessions) {
      if (this.#give(endpoint, entry, waiter)) return nothingToWithdraw;
    }
    if (origin.waiting.size >= MAX_WAITING_PER_ORIGIN) {
      waiter.onFailure(new OriginError('no_connection_free', 'too many requests wait for this origin'));
      return nothingToWithdraw;
    }
    origin.waiting.add(waiter);
    if (!origin.connecting && origin.sessions.size < MAX_SESSIONS_PER_ORIGIN) this.#connect(endpoint, origin);
    return () => origin.waiting.delete(waiter);
  }

  close(): void {
    this.#closed = true;
    for (const { sessions } of this.#origins.values()) for (const { session } of sessions) session.close();
    this.#origins.clear();
  }

  #originOf(key: string): OriginSessions {
    let origin = this.#origins.get(key);
    if (origin === undefined) {
      origin = { sessions: new Set(), connecting: false, waiting: new Set(), http1Until: 0 };
      this.#origins.set(key, origin);
    }
    return origin;
  }

  #give(
    endpoint: OriginEndpoint,
    entry: { session: ClientHttp2Session; streams: number },
    waiter: StreamWaiter,
  ): boolean {
    const { session } = entry;
    const allowed = Math.min(MAX_STREAMS, session.remoteSettings?.maxConcurrentStreams ?? MAX_STREAMS);
    if (session.closed || session.destroyed || entry.streams >= allowed) return false;
    entry.streams += 1;
    const stream = new Http2OriginStream(session, endpoint.useTls ? 'https' : 'http', this.#deadlines, () => {
      entry.streams -= 1;
      this.#serveWaiting(endpoint);
    });
    waiter.onStream(stream);
    return true;
  }

  #serveWaiting(endpoint: OriginEndpoint): void {
    const origin = this.#origins.get(endpoint.key);
    if (origin === undefined) return;
    for (const waiter of origin.waiting) {
      origin.waiting.delete(waiter);
      if ([...origin.sessions].some((entry) => this.#give(endpoint, entry, waiter))) continue;
      origin.waiting.add(waiter);
      break;
    }
    const mayConnect = !this.#closed && !origin.connecting && origin.sessions.size < MAX_SESSIONS_PER_ORIGIN;
    if (origin.waiting.size > 0 && mayConnect) this.#connect(endpoint, origin);
    else this.#forgetIdle(endpoint.key, origin);
  }

  #forgetIdle(key: string, origin: OriginSessions): void {
    const known = origin.http1Until > this.#deadlines.now;
    if (origin.sessions.size === 0 && origin.waiting.size === 0 && !origin.connecting && !known) {
      this.#origins.delete(key);
    }
  }

  #connect(endpoint: OriginEndpoint, origin: OriginSessions): void {
    origin.connecting = true;
    const finish = (tell: (waiter: StreamWaiter) => void) => {
      origin.connecting = false;
      this.#deadlines.forget(attempt);
      const waiting = [...origin.waiting];
      origin.waiting.clear();
      for (const waiter of waiting) tell(waiter);
      this.#forgetIdle(endpoint.key, origin);
    };
    let socket: Socket | null = null;
    const attempt: Deadline = {
      deadline: performance.now() + CONNECT_TIMEOUT_MS,
      onDeadline: () => {
        socket?.destroy();
        const error = new OriginError('connect_timeout', 'the origin did not take the connection in time');
        finish((waiter) => waiter.onFailure(error));
      },
    };
    this.#deadlines.watch(attempt);
    try {
      socket = this.#connector.open(endpoint);
    } catch (error) {
      finish((waiter) => waiter.onFailure(asOriginError(error, endpoint)));
      return;
    }
    const opened = socket;
    const onError = (cause: Error) => {
      finish((waiter) => waiter.onFailure(asOriginError(cause, endpoint)));
      opened.on('error', () => opened.destroy());
      opened.destroy();
    };
    opened.once('error', onError);
    opened.once(endpoint.useTls ? 'secureConnect' : 'connect', () => {
      opened.removeListener('error', onError);
      if (opened.destroyed) return;
      if (opened instanceof TLSSocket && opened.alpnProtocol !== 'h2') {
        opened.on('error', () => opened.destroy());
        opened.destroy();
        origin.http1Until = performance.now() + ONLY_HTTP1_MS;
        finish((waiter) => waiter.onHttp1Only());
        return;
      }
      this.#openSession(endpoint, origin, opened);
      origin.connecting = false;
      this.#deadlines.forget(attempt);
      this.#serveWaiting(endpoint);
    });
  }

  #openSession(endpoint: OriginEndpoint, origin: OriginSessions, socket: Socket): void {
    const authority = `${endpoint.useTls ? 'https' : 'http'}://${endpoint.serverName || endpoint.host}`;
    const session = connect(authority, { ...SESSION_OPTIONS, createConnection: () => socket });
    const entry = { session, streams: 0 };
    origin.sessions.add(entry);
    const gone = () => {
      origin.sessions.delete(entry);
      this.#serveWaiting(endpoint);
    };
    session.setTimeout(SESSION_IDLE_MS, () => session.close());
    // Every exchange on it is told by its own stream.
    session.on('error', () => session.destroy());
    session.on('goaway', () => session.close());
    session.on('close', gone);
    session.unref();
  }
}

function nothingToWithdraw(): void {
  // The stream was handed over, or refused, before `acquire` returned.
}
