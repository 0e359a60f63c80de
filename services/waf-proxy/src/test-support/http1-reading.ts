import { createServer, type IncomingMessage } from 'node:http';
import { Duplex } from 'node:stream';
import { isPersistent } from '../http/connection-options.ts';
import { HeadReader } from '../http/head-reader.ts';
import { parseRequestHead } from '../http/request-head.ts';
import { Http1Body } from '../server/http1/http1-body.ts';

/** One request as a parser has understood it. */
export interface ReadRequest {
  method: string;
  target: string;
  headers: readonly string[];
  /** One character per byte. */
  body: string;
  trailers: readonly string[];
}

export interface Reading {
  /** The complete ones, in order. */
  requests: ReadRequest[];
  /** Why nothing further was read; null if more bytes could make another request. */
  fault: string | null;
}

/** Reads as an edge connection does, with every request answered at once. */
export function readRequests(pieces: readonly Buffer[]): Reading {
  const reading: Reading = { requests: [], fault: null };
  const reader = new HeadReader(true);
  let last = false;
  let open: { request: ReadRequest; body: Http1Body } | null = null;
  for (const piece of pieces) {
    let at = 0;
    while (at < piece.length && reading.fault === null) {
      if (open === null && last) {
        reading.fault = 'after_close';
      } else if (open === null) {
        const next = reader.read(piece, at, piece.length);
        if (next < 0) {
          reading.fault = reader.fault;
          break;
        }
        at = next;
        const head = parseRequestHead(reader.text);
        if (typeof head.judgement === 'string') {
          reading.fault = head.judgement;
          break;
        }
        const request: ReadRequest = {
          method: head.method,
          target: head.target,
          headers: head.rawHeaders,
          body: '',
          trailers: [],
        };
        const { chunked, contentLength, connection } = head.judgement;
        last = !isPersistent(connection, head.minorVersion);
        if (!chunked && (contentLength ?? 0) === 0) {
          reading.requests.push(request);
          continue;
        }
        const body = new Http1Body({ readBody: () => undefined, pauseBody: () => undefined }, contentLength);
        body.start({
          onChunk: (chunk) => {
            request.body += chunk.toString('latin1');
          },
          onEnd: (trailers) => {
            request.trailers = trailers;
            reading.requests.push(request);
          },
        });
        open = { request, body };
      } else {
        at = open.body.take(piece, at, piece.length, false);
        reading.fault = open.body.fault;
        open.body.tellEnd();
        if (open.body.complete) open = null;
      }
    }
  }
  return reading;
}

const readings = new WeakMap<object, (ReadRequest & { complete: boolean })[]>();
const server = createServer({
  insecureHTTPParser: false,
  requireHostHeader: false,
  maxHeaderSize: 256 * 1024,
  shouldUpgradeCallback: () => false,
});
server.maxHeadersCount = 0;
for (const event of ['request', 'checkContinue', 'checkExpectation', 'connect']) {
  server.on(event, (message: IncomingMessage) => {
    const request = {
      method: message.method ?? '',
      target: message.url ?? '',
      headers: message.rawHeaders,
      body: '',
      trailers: [] as string[],
      complete: false,
    };
    readings.get(message.socket)?.push(request);
    message.on('data', (chunk: Buffer) => {
      request.body += chunk.toString('latin1');
    });
    message.on('end', () => {
      request.trailers = message.rawTrailers;
      request.complete = true;
    });
    message.on('error', () => undefined);
  });
}
// What was read before the fault is still to be told of; the reader ends the socket.
server.on('clientError', () => undefined);

/** Reads the same bytes with llhttp in strict mode, through node:http: the complete requests, in order. */
export async function readWithLlhttp(bytes: Buffer): Promise<ReadRequest[]> {
  const socket = new Duplex({ read: () => undefined, write: (_chunk, _encoding, done) => done() });
  socket.on('error', () => undefined);
  const requests: (ReadRequest & { complete: boolean })[] = [];
  readings.set(socket, requests);
  server.emit('connection', socket);
  socket.push(bytes);
  // Bodies are told in later ticks; three rounds without news mean that all has been told.
  for (let quiet = 0, before = ''; quiet < 3; ) {
    await new Promise((resolve) => setImmediate(resolve));
    const now = `${requests.length} ${requests.filter((request) => request.complete).length}`;
    quiet = now === before ? quiet + 1 : 0;
    before = now;
  }
  socket.destroy();
  const incomplete = requests.findIndex((request) => !request.complete);
  return (incomplete < 0 ? requests : requests.slice(0, incomplete)).map(
    ({ complete: _complete, ...request }) => request,
  );
}
