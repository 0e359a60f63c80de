import type { Socket } from 'node:net';
import type { Deadline, Deadlines } from './deadlines.ts';
import { Http2Origins } from './http2-origins.ts';
import type { OriginChannel } from './origin-channel.ts';
import type { OriginConnector, OriginEndpoint } from './origin-connect.ts';
import { type ConnectionOwner, OriginConnection } from './origin-connection.ts';
import { asOriginError, OriginError } from './origin-error.ts';

const CONNECT_TIMEOUT_MS = 10_000;
const MAX_CONNECTIONS_PER_ORIGIN = 512;
const MAX_IDLE_PER_ORIGIN = 128;
const MAX_WAITING_PER_ORIGIN = 1_024;
const MAX_WAIT_MS = 10_000;
const SWEEP_MS = 1_000;
/** A connection whose response nobody takes for so long is taken from its client, if others wait for one. */
const RECLAIM_AFTER_MS = 2_000;

export interface ConnectionWaiter {
  onConnection(connection: OriginChannel): void;
  onFailure(error: OriginError): void;
}

interface Pool {
  endpoint: OriginEndpoint;
  /** Newest last; the newest is used first, so that surplus ones grow old and are closed. */
  idle: OriginConnection[];
  /** Connecting, busy and idle ones. */
  open: Set<OriginConnection>;
  connecting: number;
  waiting: Waiting[];
}

interface Waiting extends Deadline {
  waiter: ConnectionWaiter;
}

/** Keep-alive connections by endpoint. Empty pools disappear, so that thousands of sites cost nothing at rest. */
export class OriginPools implements ConnectionOwner {
  readonly #connector: OriginConnector;
  readonly #deadlines: Deadlines;
  readonly #pools = new Map<string, Pool>();
  readonly #http2: Http2Origins;
  readonly #sweeper: NodeJS.Timeout;
  readonly #maxConnections: number;

  constructor(connector: OriginConnector, deadlines: Deadlines, maxConnections = MAX_CONNECTIONS_PER_ORIGIN) {
    this.#maxConnections = maxConnections;
    this.#http2 = new Http2Origins(connector, deadlines);
    this.#connector = connector;
    this.#deadlines = deadlines;
    this.#sweeper = setInterval(() => this.#sweep(), SWEEP_MS);
    this.#sweeper.unref();
  }

  /**
   * Calls back, possibly at once, with a connection that is nobody else's. The returned function withdraws the
   * request. `fresh` never takes one that has been used: for repeating what such a one swallowed.
   */
  acquire(endpoint: OriginEndpoint, waiter: ConnectionWaiter, fresh: boolean): () => void {
    if (endpoint.http2) return this.#acquireStream(endpoint, waiter, fresh);
    const pool = this.#poolOf(endpoint);
    if (!fresh) {
      for (let idle = pool.idle.pop(); idle !== undefined; idle = pool.idle.pop()) {
        if (idle.usable && idle.idleUntil > this.#deadlines.now) {
          waiter.onConnection(idle);
          return nothingToWithdraw;
        }
        idle.destroy();
      }
    }
    if (pool.open.size + pool.connecting < this.#maxConnections) return this.#connect(pool, waiter);
    if (pool.waiting.length >= MAX_WAITING_PER_ORIGIN) {
      waiter.onFailure(new OriginError('no_connection_free', 'too many requests wait for this origin'));
      return nothingToWithdraw;
    }
    return this.#queue(pool, waiter);
  }

  #acquireStream(endpoint: OriginEndpoint, waiter: ConnectionWaiter, fresh: boolean): () => void {
    const http1: OriginEndpoint = { ...endpoint, http2: false };
    if (this.#http2.speaksOnlyHttp1(endpoint)) return this.acquire(http1, waiter, fresh);
    let withdraw = this.#http2.acquire(endpoint, {
      onStream: (stream) => waiter.onConnection(stream),
      onFailure: (error) => waiter.onFailure(error),
      onHttp1Only: () => {
        withdraw = this.acquire(http1, waiter, fresh);
      },
    });
    return () => withdraw();
  }

  onIdle(connection: OriginConnection): void {
    const pool = this.#pools.get(connection.key);
    if (pool === undefined) {
      connection.destroy();
      return;
    }
    const next = pool.waiting.shift();
    if (next !== undefined) {
      this.#deadlines.forget(next);
      next.waiter.onConnection(connection);
    } else if (pool.idle.length >= MAX_IDLE_PER_ORIGIN) connection.destroy();
    else pool.idle.push(connection);
  }

  onClosed(connection: OriginConnection): void {
    const pool = this.#pools.get(connection.key);
    if (pool === undefined) return;
    pool.open.delete(connection);
    const index = pool.idle.indexOf(connection);
    if (index >= 0) pool.idle.splice(index, 1);
    this.#serveNext(pool);
  }

  /** Closes what is idle, and everything else as it becomes so. */
  close(): void {
    clearInterval(this.#sweeper);
    this.#http2.close();
    for (const pool of this.#pools.values()) for (const connection of pool.open) connection.destroy();
    this.#pools.clear();
  }

  #poolOf(endpoint: OriginEndpoint): Pool {
    let pool = this.#pools.get(endpoint.key);
    if (pool === undefined) {
      pool = { endpoint, idle: [], open: new Set(), connecting: 0, waiting: [] };
      this.#pools.set(endpoint.key, pool);
    }
    return pool;
  }

  #serveNext(pool: Pool): void {
    if (pool.open.size + pool.connecting < this.#maxConnections) {
      const next = pool.waiting.shift();
      if (next !== undefined) {
        this.#deadlines.forget(next);
        this.#connect(pool, next.waiter);
        return;
      }
    }
    if (pool.open.size === 0 && pool.connecting === 0 && pool.waiting.length === 0) {
      this.#pools.delete(pool.endpoint.key);
    }
  }

  #queue(pool: Pool, waiter: ConnectionWaiter): () => void {
    const waiting: Waiting = {
      waiter,
      deadline: performance.now() + MAX_WAIT_MS,
      onDeadline: () => {
        withdraw();
        waiter.onFailure(
          new OriginError('no_connection_free', 'no connection to the origin became free in time'),
        );
      },
    };
    const withdraw = () => {
      this.#deadlines.forget(waiting);
      const index = pool.waiting.indexOf(waiting);
      if (index >= 0) pool.waiting.splice(index, 1);
    };
    pool.waiting.push(waiting);
    this.#deadlines.watch(waiting);
    return withdraw;
  }

  #connect(pool: Pool, waiter: ConnectionWaiter): () => void {
    let socket: Socket;
    let connection: OriginConnection | null = null;
    try {
      socket = this.#connector.open(pool.endpoint, (length) => connection?.onRead(length) ?? true);
    } catch (error) {
      waiter.onFailure(asOriginError(error, pool.endpoint));
      return nothingToWithdraw;
    }
    pool.connecting += 1;
    let over = false;
    const finish = () => {
      if (over) return false;
      over = true;
      pool.connecting -= 1;
      this.#deadlines.forget(attempt);
      socket.removeListener('error', onError);
      return true;
    };
    const fail = (error: OriginError) => {
      if (!finish()) return;
      socket.on('error', ignoreLateError);
      socket.destroy();
      this.#serveNext(pool);
      waiter.onFailure(error);
    };
    const onError = (cause: Error) => fail(asOriginError(cause, pool.endpoint));
    const attempt: Deadline = {
      deadline: performance.now() + CONNECT_TIMEOUT_MS,
      onDeadline: () =>
        fail(new OriginError('connect_timeout', 'the origin did not take the connection in time')),
    };
    this.#deadlines.watch(attempt);
    socket.on('error', onError);
    socket.once(pool.endpoint.useTls ? 'secureConnect' : 'connect', () => {
      if (!finish()) return;
      connection = new OriginConnection(pool.endpoint.key, socket, this, this.#deadlines);
      pool.open.add(connection);
      waiter.onConnection(connection);
    });
    return () => {
      if (!finish()) return;
      socket.on('error', ignoreLateError);
      socket.destroy();
      this.#serveNext(pool);
    };
  }

  #sweep(): void {
    const { now } = this.#deadlines;
    for (const pool of this.#pools.values()) {
      for (const connection of [...pool.idle]) {
        if (connection.idleUntil <= now) connection.destroy();
      }
      if (pool.waiting.length > 0) reclaim(pool, now);
    }
  }
}

/** Clients that read slowly, or not at all, must not keep an origin from all others. */
function reclaim(pool: Pool, now: number): void {
  const stuck = [...pool.open].filter(
    ({ pausedSince }) => pausedSince > 0 && now - pausedSince > RECLAIM_AFTER_MS,
  );
  stuck.sort((a, b) => a.pausedSince - b.pausedSince);
  for (const connection of stuck.slice(0, pool.waiting.length)) connection.reclaim();
}

function nothingToWithdraw(): void {
  // The connection was handed over, or refused, before `acquire` returned.
}

function ignoreLateError(): void {
  // The attempt is over and reported; what the dying socket still says changes nothing.
}
