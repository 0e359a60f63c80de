import type { Socket } from 'node:net';
import pg from 'pg';

/** How long a connection may take to be made, handshakes included. */
const CONNECT_MS = 5_000;
/** Time for a response beyond the server's own statement timeout. */
const ANSWER_MS = 5_000;
/** On a quiet connection the system asks that often whether the other side is there. */
const ASK_MS = 10_000;

/** As much of node-postgres's client as its types do not say. */
interface Inner {
  connection: { stream: Socket };
  /** False while a statement is under way. */
  readyForQuery: boolean;
}

const innerOf = (client: pg.ClientBase): Inner => client as unknown as Inner;

/**
 * A client whose server may disappear silently, as when a machine dies or a network is partitioned: a statement would
 * wait for TCP retransmission, a quarter of an hour, and so would everybody who waits for the connection. It fails once
 * the server should have ended the statement itself (`statement_timeout`), and the pool opens another connection.
 * Connecting has its timeout here and not in the pool, where the same timeout would also apply to waiting for a free
 * connection.
 */
export class BoundedClient extends pg.Client {
  constructor(config: pg.ClientConfig) {
    // The pool keeps its password from being listed: a plain copy would be without.
    const own = Object.create(Object.prototype, Object.getOwnPropertyDescriptors(config)) as pg.ClientConfig;
    own.connectionTimeoutMillis = CONNECT_MS;
    own.keepAlive = true;
    own.keepAliveInitialDelayMillis = ASK_MS;
    super(own);
    const { statement_timeout: statementMs } = config;
    if (typeof statementMs !== 'number') return;
    this.once('connect', () => boundSilence(innerOf(this), statementMs + ANSWER_MS));
  }
}

function boundSilence(client: Inner, limitMs: number): void {
  const { stream } = client.connection;
  stream.setTimeout(limitMs, () => {
    if (!client.readyForQuery) stream.destroy(new Error(`the database has not answered for ${limitMs} ms`));
  });
}

/**
 * For statements that take as long as they take: a server that is lost meanwhile is noticed by the system alone.
 * @returns ends this
 */
export function allowSilence(client: pg.ClientBase): () => void {
  const { stream } = innerOf(client).connection;
  const limitMs = stream.timeout ?? 0;
  stream.setTimeout(0);
  return () => void stream.setTimeout(limitMs);
}
