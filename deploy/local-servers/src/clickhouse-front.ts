// ClickHouse for tests and for trying: its engine in this process, behind as much of its HTTP interface as its official
// client uses (https://clickhouse.com/docs/interfaces/http): statements with parameters and settings, inserts, /ping.
//
//   node clickhouse-front.js ENGINE DATA PORT        the password of the user `default` comes in PASSWORD
//
// One user, one machine, loopback: there is nothing of a server's access control, limits or replication here.

import { randomUUID, timingSafeEqual } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';
import { messageOfError } from '@palisade/basics';

interface EngineSession {
  queryAsync(statement: string, options?: { format?: string }): Promise<{ bytes(): Uint8Array }>;
  close(): void;
}

const [engine = '', dataDirectory = '', port = ''] = process.argv.slice(2);
const expected = Buffer.from(
  `Basic ${Buffer.from(`default:${process.env.PASSWORD ?? ''}`).toString('base64')}`,
);
const { Session } = createRequire(path.join(engine, 'engine.cjs'))('chdb') as {
  Session: new (folder: string) => EngineSession;
};
/** The engine lives as long as a session does. */
const held = new Session(dataDirectory);

const MAX_BODY_BYTES = 512 * 1024 * 1024;
/** Of the interface, not of the engine, which refuses what it does not know. */
const NO_SETTING = new Set([
  'query',
  'query_id',
  'database',
  'default_format',
  'session_id',
  'enable_http_compression',
  'wait_end_of_query',
  'send_progress_in_http_headers',
  'http_headers_progress_interval_ms',
]);

const BINARY_FORMAT = /FORMAT (Native|RowBinary)\s*$/;

/** As a server's `http_max_uri_size`: parameters are part of the address. */
const MAX_ADDRESS_BYTES = 1024 * 1024;

const server = createServer({ maxHeaderSize: MAX_ADDRESS_BYTES }, (request, response) => {
  answer(request, response).catch((error: unknown) => {
    const text = messageOfError(error);
    const code = /Code: (\d+)/.exec(text)?.[1] ?? '1002';
    response.writeHead(500, {
      'content-type': 'text/plain; charset=UTF-8',
      'x-clickhouse-exception-code': code,
    });
    response.end(`${text}\n`);
  });
});
server.listen(Number(port), '127.0.0.1');
process.on('SIGTERM', () => {
  server.close(() => {
    held.close();
    process.exit(0);
  });
  server.closeAllConnections();
});

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://clickhouse');
  if (url.pathname === '/ping') {
    response.end('Ok.\n');
    return;
  }
  if (!isKnown(request.headers.authorization))
    throw new Error('Code: 516. DB::Exception: wrong password. (AUTHENTICATION_FAILED)');
  const body = await bodyOf(request);
  const query = url.searchParams.get('query');
  const result = await (query !== null && BINARY_FORMAT.test(query)
    ? insertBytes(url.searchParams, query, body)
    : ask(url.searchParams, query === null ? body.toString() : `${query}\n${body.toString()}`));
  response.setHeader('content-type', 'text/plain; charset=UTF-8');
  response.end(result);
}

/** The engine takes statements as text: what is none comes to it in a file. */
async function insertBytes(asked: URLSearchParams, query: string, body: Buffer): Promise<Uint8Array> {
  const file = path.join(dataDirectory, `insert-${randomUUID()}`);
  try {
    await writeFile(file, body);
    return await ask(asked, query.replace(BINARY_FORMAT, `FROM INFILE '${file}' FORMAT $1`));
  } finally {
    await rm(file, { force: true });
  }
}

/** Each request has a session of its own: settings and parameters are nobody else's, and requests run side by side. */
async function ask(asked: URLSearchParams, statement: string): Promise<Uint8Array> {
  const session = new Session(dataDirectory);
  try {
    const settings = [...asked]
      .filter(([name]) => !NO_SETTING.has(name) && /^\w+$/.test(name))
      .map(([name, value]) => `${name} = '${value.replace(/[\\']/g, '\\$&')}'`);
    if (settings.length > 0) await session.queryAsync(`SET ${settings.join(', ')}`);
    const database = asked.get('database');
    if (database !== null && database !== 'default')
      await session.queryAsync(`USE \`${database.replaceAll('`', '')}\``);
    const result = await session.queryAsync(statement, {
      format: asked.get('default_format') ?? 'TabSeparated',
    });
    return result.bytes();
  } finally {
    session.close();
  }
}

function isKnown(authorization = ''): boolean {
  const given = Buffer.from(authorization);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES)
      throw new Error('Code: 307. DB::Exception: too long a body. (TOO_MANY_BYTES)');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
