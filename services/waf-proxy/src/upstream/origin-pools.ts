import type { Deadlines } from '../io/deadlines.ts';
import { reclaimSlowest } from '../io/drain-meter.ts';
import type { EdgePools } from '../io/shares/edge-pools.ts';
import type { FairCounter, Place } from '../io/shares/fair-counter.ts';
import type { WriteBatch } from '../io/write-batch.ts';
import { attemptConnect } from './connect-attempt.ts';
import { Http2Origins } from './http2-origins.ts';
import type { OriginChannel } from './origin-channel.ts';
import type { OriginConnector, OriginEndpoint } from './origin-connect.ts';
import { type ConnectionOwner, OriginConnection } from './origin-connection.ts';
import { type FailureListener, WaitingLine } from './waiting-line.ts';

const MAX_IDLE_PER_ORIGIN = 128;
const SWEEP_MS = 1_000;

export interface ConnectionWaiter extends FailureListener {
  onConnection(connection: OriginChannel): void;
}

interface Pool {
  endpoint: OriginEndpoint;
  /** Newest last; the newest is used first, so that surplus ones age and are closed. */
  idle: OriginConnection[];
  /** Connecting, busy and idle ones. */
  open: Set<OriginConnection>;
  connecting: number;
  /** Connections in use or opening, by client. */
  inUse: FairCounter;
  waiting: WaitingLine<ConnectionWaiter>;
}

/** Keep-alive connections by endpoint. Empty pools are removed, so that thousands of sites cost nothing while idle. */
export class OriginPools implements ConnectionOwner {
  private readonly connector: OriginConnector;
  private readonly deadlines: Deadlines;
  private readonly pools = new Map<string, Pool>();
  private readonly http2: Http2Origins;
  private readonly sweeper: NodeJS.Timeout;
  private readonly shares: EdgePools;
  private readonly writes: WriteBatch;
  private readonly mostIdle: number;
  private idle = 0;
  /** Maximum connections to one origin. */
  private readonly bound: number;

  /** @param mostIdle maximum idle connections to all origins together */
  constructor(
    connector: OriginConnector,
    deadlines: Deadlines,
    shares: EdgePools,
    writes: WriteBatch,
    mostIdle = Number.POSITIVE_INFINITY,
  ) {
    this.mostIdle = mostIdle;
    this.shares = shares;
    this.writes = writes;
    this.bound = shares.boundOf('origin_connections');
    this.http2 = new Http2Origins(connector, { deadlines, writes }, shares);
    this.connector = connector;
    this.deadlines = deadlines;
    this.sweeper = setInterval(() => this.sweep(), SWEEP_MS);
    this.sweeper.unref();
  }

  /**
   * Calls back, possibly synchronously, with a connection for exclusive use. The returned function withdraws the
   * request. `fresh` never reuses a connection: for repeating a request that a reused one lost.
   */
  acquire(endpoint: OriginEndpoint, waiter: ConnectionWaiter, fresh: boolean): () => void {
    if (endpoint.http2) return this.acquireStream(endpoint, waiter, fresh);
    const pool = this.poolOf(endpoint);
    const place = pool.inUse.enter(waiter.holder);
    if (place === null) return pool.waiting.join(waiter);
    if (!fresh) {
      for (let idle = pool.idle.pop(); idle !== undefined; idle = pool.idle.pop()) {
        this.idle--;
        if (idle.usable && idle.idleUntil > this.deadlines.now) {
          hand(idle, waiter, place);
          return nothingToWithdraw;
        }
        idle.destroy();
      }
    }
    if (pool.open.size + pool.connecting < this.bound) return this.connect(pool, waiter, place);
    pool.inUse.leave(place);
    return pool.waiting.join(waiter);
  }

  private takeBack(pool: Pool | undefined, connection: OriginConnection): void {
    const { place } = connection;
    if (place === null) return;
    connection.place = null;
    pool?.inUse.leave(place);
  }

  /**
   * The next waiting request that may have a connection: of the client with the fewest. It counts as that client's from
   * here on.
   */
  private next(pool: Pool): { waiter: ConnectionWaiter; place: Place } | null {
    if (pool.waiting.length === 0) return null;
    const waiter = pool.waiting.shift(({ holder }) => pool.inUse.claimOf(holder));
    const place = waiter === undefined ? null : pool.inUse.enter(waiter.holder);
    return waiter === undefined || place === null ? null : { waiter, place };
  }

  private acquireStream(endpoint: OriginEndpoint, waiter: ConnectionWaiter, fresh: boolean): () => void {
    const byHttp1 = () => this.acquire({ ...endpoint, http2: false }, waiter, fresh);
    if (this.http2.speaksOnlyHttp1(endpoint)) return byHttp1();
    let withdraw = this.http2.acquire(endpoint, {
      holder: waiter.holder,
      onStream: (stream) => waiter.onConnection(stream),
      onFailure: (error) => waiter.onFailure(error),
      onHttp1Only: () => {
        withdraw = byHttp1();
      },
    });
    return () => withdraw();
  }

  onIdle(connection: OriginConnection): void {
    const pool = this.pools.get(connection.key);
    this.takeBack(pool, connection);
    if (pool === undefined) {
      connection.destroy();
      return;
    }
    const next = this.next(pool);
    if (next !== null) hand(connection, next.waiter, next.place);
    else if (pool.idle.length >= MAX_IDLE_PER_ORIGIN || this.idle >= this.mostIdle) connection.destroy();
    else {
      pool.idle.push(connection);
      this.idle++;
    }
  }

  onClosed(connection: OriginConnection): void {
    const pool = this.pools.get(connection.key);
    this.takeBack(pool, connection);
    if (pool === undefined) return;
    pool.open.delete(connection);
    const index = pool.idle.indexOf(connection);
    if (index >= 0) {
      pool.idle.splice(index, 1);
      this.idle--;
    }
    this.serveNext(pool);
  }

  /** Closes idle connections, and busy ones once they become idle. */
  close(): void {
    clearInterval(this.sweeper);
    this.http2.close();
    for (const pool of this.pools.values()) for (const connection of pool.open) connection.destroy();
    this.pools.clear();
  }

  private poolOf(endpoint: OriginEndpoint): Pool {
    let pool = this.pools.get(endpoint.key);
    if (pool === undefined) {
      const open = new Set<OriginConnection>();
      // Slow readers must not keep others from an origin.
      const waiting = new WaitingLine<ConnectionWaiter>(this.deadlines, (places) =>
        reclaimSlowest(open, this.deadlines.now, places),
      );
      pool = {
        endpoint,
        idle: [],
        open,
        connecting: 0,
        waiting,
        inUse: this.shares.ofOrigin('origin_connections'),
      };
      this.pools.set(endpoint.key, pool);
    }
    return pool;
  }

  private serveNext(pool: Pool): void {
    if (pool.open.size + pool.connecting < this.bound) {
      const next = this.next(pool);
      if (next !== null) {
        this.connect(pool, next.waiter, next.place);
        return;
      }
    }
    if (pool.open.size === 0 && pool.connecting === 0 && pool.waiting.length === 0) {
      this.pools.delete(pool.endpoint.key);
      this.shares.forget('origin_connections', pool.inUse);
    }
  }

  private connect(pool: Pool, waiter: ConnectionWaiter, place: Place): () => void {
    let connection: OriginConnection | null = null;
    pool.connecting++;
    const withdraw = attemptConnect(
      this.connector,
      this.deadlines,
      pool.endpoint,
      {
        onConnected: (socket) => {
          pool.connecting--;
          connection = new OriginConnection(pool.endpoint.key, socket, this, {
            deadlines: this.deadlines,
            writes: this.writes,
          });
          pool.open.add(connection);
          hand(connection, waiter, place);
        },
        onFailure: (error) => {
          pool.connecting--;
          pool.inUse.leave(place);
          this.serveNext(pool);
          waiter.onFailure(error);
        },
      },
      (length) => connection?.onRead(length) ?? true,
    );
    return () => {
      if (!withdraw()) return;
      pool.connecting--;
      pool.inUse.leave(place);
      this.serveNext(pool);
    };
  }

  private sweep(): void {
    const { now } = this.deadlines;
    for (const pool of this.pools.values()) {
      for (const connection of [...pool.idle]) {
        if (connection.idleUntil <= now) connection.destroy();
      }
    }
  }
}

function hand(connection: OriginConnection, waiter: ConnectionWaiter, place: Place): void {
  connection.place = place;
  waiter.onConnection(connection);
}

function nothingToWithdraw(): void {
  // The connection was handed over, or refused, before `acquire` returned.
}
