import { constants, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2';
import type { ClientConnection } from './client-connection.ts';
import type { Edge } from './edge.ts';
import { readHttp2Head } from './framing/http2-head.ts';
import { Http2StreamWatch } from './http2-stream-watch.ts';
import { ended, run } from './pipeline.ts';
import type { HeaderList, Reply, RequestBody, RequestBodyEvents } from './reply.ts';
import { RequestContext } from './request-context.ts';
import { newRequestId } from './request-id.ts';
import { isGrpcType } from './upstream/http2-request-fields.ts';

/** Takes one HTTP/2 stream into the pipeline. `endsHere`: the head says that there is no body. */
export function handleHttp2(
  stream: ServerHttp2Stream,
  rawHeaders: readonly string[],
  endsHere: boolean,
  connection: ClientConnection,
  edge: Edge,
): void {
  const receivedAtMs = Date.now();
  const head = readHttp2Head(rawHeaders);
  const watch = new Http2StreamWatch(stream, edge, !endsHere && !isGrpcCall(head.rawHeaders));
  const reply = new Http2Reply(stream, watch);
  const waitsForContinue = typeof head.judgement !== 'string' && head.judgement.expectsContinue;
  const context = new RequestContext({
    requestId: newRequestId(receivedAtMs),
    receivedAtMs,
    connection,
    protocol: 'HTTP/2.0',
    method: head.method,
    rawTarget: head.target,
    rawHeaders: head.rawHeaders,
    head: head.judgement,
    body: endsHere ? null : new Http2Body(stream, watch),
    reply,
    upgrade: null,
    sendContinue: waitsForContinue ? () => reply.sendContinue() : null,
  });
  // A stream that the client resets emits an error; 'close' follows and tells the pipeline.
  stream.on('error', ignore);
  stream.on('close', () => {
    watch.over();
    ended(context, edge, !reply.complete);
  });
  watch.follow(context);
  run(context, edge);
}

const ignore = () => undefined;

class Http2Body implements RequestBody {
  readonly #stream: ServerHttp2Stream;
  readonly #watch: Http2StreamWatch;
  #events: RequestBodyEvents | null = null;
  #trailers: string[] = [];

  constructor(stream: ServerHttp2Stream, watch: Http2StreamWatch) {
    this.#stream = stream;
    this.#watch = watch;
  }

  start(events: RequestBodyEvents): void {
    const first = this.#events === null;
    this.#events = events;
    if (!first) return;
    this.#watch.reads(0);
    this.#stream.on('data', (chunk: Buffer) => {
      this.#watch.reads(chunk.length);
      this.#events?.onChunk(chunk);
    });
    this.#stream.on('trailers', (trailers) => {
      this.#trailers = Object.entries(trailers).flatMap(([name, value]) =>
        typeof value === 'string' && !/[\r\n\0]/.test(value) ? [name, value] : [],
      );
    });
    this.#stream.on('end', () => {
      this.#watch.rests();
      // A reset stream ends as well; what came then is not the whole body.
      if (!this.#stream.aborted) this.#events?.onEnd(this.#trailers);
    });
  }

  pause(): void {
    this.#watch.rests();
    this.#stream.pause();
  }

  resume(): void {
    if (this.#events !== null && !this.#stream.readableEnded) this.#watch.reads(0);
    this.#stream.resume();
  }
}

/** Every call is guarded against a stream that the client has left: node:http2 throws there, and nobody would catch. */
class Http2Reply implements Reply {
  readonly #stream: ServerHttp2Stream;
  readonly #watch: Http2StreamWatch;
  #drain: (() => void) | null = null;
  #announcesTrailers = false;
  #trailers: HeaderList = [];
  started = false;
  complete = false;

  constructor(stream: ServerHttp2Stream, watch: Http2StreamWatch) {
    this.#stream = stream;
    this.#watch = watch;
  }

  sendContinue(): void {
    if (this.#usable()) this.#stream.additionalHeaders({ ':status': 100 });
  }

  informational(status: number, headers: HeaderList): void {
    if (status !== 103 || !this.#usable() || this.started) return;
    const links: string[] = [];
    for (let index = 0; index < headers.length; index += 2) {
      if (headers[index]!.toLowerCase() === 'link') links.push(headers[index + 1]!);
    }
    if (links.length > 0) this.#stream.additionalHeaders({ ':status': 103, link: links });
  }

  head(status: number, _reason: string, headers: HeaderList): void {
    this.started = true;
    if (!this.#usable()) return;
    const fields = [':status', String(status)];
    for (let index = 0; index < headers.length; index += 2) {
      const name = headers[index]!.toLowerCase();
      const value = headers[index + 1]!;
      fields.push(name, value);
      // Whether trailers may follow has to be said before the body: by Trailer, or by the kind of the response.
      if (name === 'trailer' || (name === 'content-type' && isGrpcType(value)))
        this.#announcesTrailers = true;
    }
    try {
      this.#stream.respond(fields as never, { waitForTrailers: this.#announcesTrailers });
      if (this.#announcesTrailers) this.#stream.on('wantTrailers', () => this.#sendTrailers());
    } catch {
      // Fields that HTTP/2 forbids, such as several of a kind that may stand once: the response cannot be passed on.
      this.#stream.close(constants.NGHTTP2_INTERNAL_ERROR);
    }
  }

  write(chunk: Buffer): boolean {
    if (!this.#usable()) return true;
    const goOn = this.#stream.write(chunk);
    if (!goOn) this.#watch.writes();
    return goOn;
  }

  flush(): void {
    // HTTP/2 has sent it already.
  }

  end(chunk: Buffer | null, trailers: HeaderList | null): void {
    this.complete = true;
    if (!this.#usable()) return;
    this.#trailers = trailers ?? [];
    if (chunk === null) this.#stream.end();
    else this.#stream.end(chunk);
    this.#watch.writes();
  }

  onDrain(listener: () => void): void {
    if (this.#drain === null) {
      this.#stream.on('drain', () => {
        if (!this.complete) this.#watch.drained();
        this.#drain?.();
      });
    }
    this.#drain = listener;
  }

  abort(): void {
    if (!this.#stream.closed) this.#stream.close(constants.NGHTTP2_INTERNAL_ERROR);
  }

  closeAfter(): void {
    // The rest of one stream's body is refused with its reset; the connection's other streams go on.
  }

  #sendTrailers(): void {
    const fields: Record<string, string> = {};
    for (let index = 0; index < this.#trailers.length; index += 2) {
      fields[this.#trailers[index]!.toLowerCase()] = this.#trailers[index + 1]!;
    }
    try {
      this.#stream.sendTrailers(fields);
    } catch {
      // Fields that may not stand there: the client must not take the response for a complete one.
      this.#stream.close(constants.NGHTTP2_INTERNAL_ERROR);
    }
  }

  #usable(): boolean {
    return !this.#stream.destroyed && !this.#stream.closed;
  }
}

/** Calls that may stream both ways for hours: nobody can say what is too slow there. */
function isGrpcCall(headers: readonly string[]): boolean {
  for (let index = 0; index < headers.length; index += 2) {
    const name = headers[index]!;
    if (name.length === 12 && name.toLowerCase() === 'content-type') return isGrpcType(headers[index + 1]!);
  }
  return false;
}

/** Bounds of one HTTP/2 connection; the attacks they answer are named beside them. */
export const HTTP2_OPTIONS = {
  settings: {
    maxConcurrentStreams: 100,
    maxHeaderListSize: 32 * 1024,
    enablePush: false,
    initialWindowSize: 256 * 1024,
  },
  /** MiB that one session may hold: streams opened and never read. */
  maxSessionMemory: 10,
  maxHeaderListPairs: 110,
  maxOutstandingPings: 10,
  maxOutstandingSettings: 10,
  maxSettings: 32,
  maxSessionInvalidFrames: 100,
  maxSessionRejectedStreams: 100,
  /** Rapid reset (CVE-2023-44487): more resets than this at once, or per second, end the session. */
  streamResetBurst: 200,
  streamResetRate: 50,
  unknownProtocolTimeout: 10_000,
} as const;

const SESSION_IDLE_MS = 90_000;

export function guardSession(session: ServerHttp2Session): void {
  session.setTimeout(SESSION_IDLE_MS, () => session.close());
  session.on('error', () => session.destroy());
}
