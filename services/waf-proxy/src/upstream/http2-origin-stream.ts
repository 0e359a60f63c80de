import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  constants,
  type IncomingHttpHeaders,
} from 'node:http2';
import type { ResponseHead } from '../http/response-head.ts';
import type { Deadline, Deadlines } from '../io/deadlines.ts';
import { DrainMeter, type Reclaimable } from '../io/drain-meter.ts';
import type { WriteBatch } from '../io/write-batch.ts';
import { http2RequestHead } from './http2-request-head.ts';
import {
  type ExchangeListener,
  type ExchangeRequest,
  MAX_INFORMATIONAL,
  type OriginChannel,
} from './origin-channel.ts';
import type { ConnectionPorts } from './origin-connection.ts';
import { brokenConnection, OriginError } from './origin-error.ts';

const BODY_IDLE_MS = 60_000;
/**
 * Size in bytes below which pieces are gathered: the first in a turn of the event loop is passed on at once, the rest
 * together.
 */
const SMALL_PIECE_BYTES = 1_024;
/**
 * Error codes of an origin that takes no further stream now. ENHANCE_YOUR_CALM does not guarantee that nothing was
 * processed, so only idempotent requests are sent again.
 */
const REFUSALS: ReadonlySet<number> = new Set([
  constants.NGHTTP2_REFUSED_STREAM,
  constants.NGHTTP2_ENHANCE_YOUR_CALM,
]);
const DIGITS = /^\d{1,15}$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these may not stand in a field value (RFC 9110).
const BAD_VALUE = /[\x00-\x08\x0a-\x1f\x7f]/;

/** One exchange over an HTTP/2 connection to an origin. */
export class Http2OriginStream implements OriginChannel, Deadline, Reclaimable {
  private readonly session: ClientHttp2Session;
  private readonly scheme: 'http' | 'https';
  private readonly deadlines: Deadlines;
  private readonly writes: WriteBatch;
  private readonly onGone: () => void;
  readonly drain = new DrainMeter();
  deadline = Number.POSITIVE_INFINITY;
  private stream: ClientHttp2Stream | null = null;
  private listener: ExchangeListener | null = null;
  private isHead = false;
  private timeoutMs = 0;
  private requestDone = false;
  private headSeen = false;
  private informational = 0;
  private trailers: string[] | null = null;
  /** Small pieces not passed on yet; null: none arrived in this turn. */
  private small: Buffer[] | null = null;
  /** We reset the stream while the origin may have been about to send. */
  private brokenOff = false;
  private error: OriginError | null = null;

  /** @param onGone called once, when the stream no longer counts on its connection */
  constructor(
    session: ClientHttp2Session,
    scheme: 'http' | 'https',
    { deadlines, writes }: ConnectionPorts,
    onGone: () => void,
  ) {
    this.onGone = onGone;
    this.session = session;
    this.scheme = scheme;
    this.deadlines = deadlines;
    this.writes = writes;
  }

  begin(listener: ExchangeListener, request: ExchangeRequest): void {
    const { head, held, complete } = request;
    this.listener = listener;
    this.drain.begin(this.deadlines.now);
    this.isHead = head.method === 'HEAD';
    this.timeoutMs = request.timeoutMs;
    this.requestDone = complete;
    this.deadlines.watch(this);
    let stream: ClientHttp2Stream;
    try {
      const endStream = complete && held.length === 0;
      stream = this.session.request(http2RequestHead(head, this.scheme), { endStream });
    } catch (cause) {
      this.onGone();
      this.fail(
        new OriginError('reset', 'the HTTP/2 connection to the origin takes no further request', cause),
        true,
      );
      return;
    }
    this.stream = stream;
    this.listen(stream);
    this.touch();
    for (const chunk of held) stream.write(chunk);
    if (complete && held.length > 0) stream.end();
  }

  write(chunk: Buffer): boolean {
    const hasRoom = this.stream?.write(chunk) ?? true;
    this.touch();
    return hasRoom;
  }

  requestComplete(): void {
    this.requestDone = true;
    this.stream?.end();
    this.touch();
  }

  pause(): void {
    this.stream?.pause();
    this.drain.pause(this.deadlines.now);
    this.deadline = Number.POSITIVE_INFINITY;
  }

  resume(): void {
    this.stream?.resume();
    this.drain.resume();
    this.touch();
  }

  reclaim(): void {
    this.listener?.onReclaimed();
  }

  abandon(): void {
    this.listener = null;
    this.close(constants.NGHTTP2_CANCEL);
  }

  onDeadline(): void {
    this.error ??= this.headSeen
      ? new OriginError('idle_timeout', 'the origin stopped in the middle of its response')
      : new OriginError('response_timeout', 'the origin did not answer in time');
    this.close(constants.NGHTTP2_CANCEL);
  }

  private listen(stream: ClientHttp2Stream): void {
    stream.on('headers', (headers) => {
      this.writes.keepUp();
      this.onInformational(headers);
    });
    stream.on('response', (_headers, flags, raw) => {
      this.writes.keepUp();
      this.onResponse(raw, flags);
    });
    stream.on('trailers', (_trailers, _flags, raw) => {
      const fields = cleanFields(raw);
      if (fields === null) this.malformed();
      else this.trailers = fields;
    });
    stream.on('data', (chunk: Buffer) => {
      this.writes.keepUp();
      this.touch();
      this.drain.took(chunk.length);
      this.onData(chunk);
    });
    stream.on('drain', () => {
      this.touch();
      this.listener?.onDrain();
    });
    stream.on('end', () => {
      this.writes.keepUp();
      this.onEnd();
    });
    stream.on('error', (cause) => {
      this.error ??= brokenConnection(cause, 'the origin broke the HTTP/2 stream off');
    });
    stream.on('close', () => {
      this.tellSmall();
      const refused = REFUSALS.has(stream.rstCode);
      this.brokenOff ||= refused;
      this.giveUpPlace();
      this.fail(this.error ?? new OriginError('reset', 'the origin closed the HTTP/2 stream'), refused);
    });
  }

  private onInformational(headers: IncomingHttpHeaders): void {
    this.informational++;
    const links = [headers.link ?? []].flat().map(String);
    if (this.informational > MAX_INFORMATIONAL || links.some((link) => BAD_VALUE.test(link))) {
      this.malformed();
      return;
    }
    const fields = links.flatMap((link) => ['link', link]);
    this.listener?.onInformational(Number(headers[':status']), fields);
  }

  private onResponse(raw: readonly string[], flags: number): void {
    const status = statusOf(raw);
    const headers = cleanFields(raw);
    const length = headers === null ? null : contentLengthOf(headers);
    if (headers === null || status === null || length === undefined) {
      this.malformed();
      return;
    }
    this.headSeen = true;
    this.touch();
    const ended = (flags & constants.NGHTTP2_FLAG_END_STREAM) !== 0;
    const head: ResponseHead = {
      status,
      reason: '',
      headers,
      contentLength: length,
      chunked: false,
      bodyless: this.isHead || ended || status === 204 || status === 304,
      keepAlive: true,
      keepAliveSeconds: 0,
    };
    this.listener?.onHead(head);
    // More may take a while, as with a streaming server.
    if (!ended) this.listener?.onLull();
  }

  /** Gathers small frames: an origin that sends one byte per frame must not cause work for each. */
  private onData(chunk: Buffer): void {
    if (chunk.length < SMALL_PIECE_BYTES && this.small !== null) {
      this.small.push(chunk);
      return;
    }
    this.tellSmall();
    this.listener?.onBody(chunk);
    if (chunk.length >= SMALL_PIECE_BYTES || this.small !== null) return;
    this.small = [];
    setImmediate(() => {
      this.tellSmall();
      this.small = null;
    });
  }

  private tellSmall(): void {
    if (this.small === null || this.small.length === 0) return;
    const pieces = this.small;
    this.small = [];
    this.listener?.onBody(Buffer.concat(pieces));
  }

  private onEnd(): void {
    this.tellSmall();
    const listener = this.listener;
    if (listener === null || !this.headSeen || this.stream?.aborted || this.error !== null) return;
    this.listener = null;
    this.done();
    // The response is complete before the request; the rest of the request is not needed (RFC 9113, 8.1).
    if (!this.requestDone) this.close(constants.NGHTTP2_NO_ERROR);
    listener.onComplete(this.trailers);
  }

  private malformed(): void {
    this.error ??= new OriginError('malformed_response', 'the response could not be read');
    this.close(constants.NGHTTP2_PROTOCOL_ERROR);
  }

  private fail(error: OriginError, safeToRepeat: boolean): void {
    this.done();
    const listener = this.listener;
    this.listener = null;
    listener?.onFailure(error, safeToRepeat && !this.headSeen);
  }

  private close(code: number): void {
    this.brokenOff = true;
    this.stream?.close(code);
  }

  /**
   * Frees the stream's place after the origin has answered a ping. An origin may still count a stream that we reset
   * when it is asked for the next one, and refuse that one (as Node does, by ENHANCE_YOUR_CALM). The answer to the ping
   * shows that it has read the reset, though a busy origin may not have freed its stream yet; so the place of a refused
   * stream is held back as well.
   */
  private giveUpPlace(): void {
    const { closed, destroyed } = this.session;
    const asked = this.brokenOff && !closed && !destroyed && this.session.ping(() => this.onGone());
    if (!asked) this.onGone();
  }

  private done(): void {
    this.deadline = Number.POSITIVE_INFINITY;
    this.deadlines.forget(this);
  }

  /** Sets who has to act next, and by when. While the client is still sending, the origin is not late. */
  private touch(): void {
    const { now } = this.deadlines;
    if (this.listener === null) return;
    if (this.headSeen) this.deadline = now + BODY_IDLE_MS;
    else if (this.requestDone) this.deadline = now + this.timeoutMs;
    else this.deadline = Number.POSITIVE_INFINITY;
  }
}

function statusOf(raw: readonly string[]): number | null {
  const at = raw.indexOf(':status');
  const text = at < 0 || at % 2 === 1 ? '' : raw[at + 1]!;
  return /^[2-5]\d\d$/.test(text) ? Number(text) : null;
}

/** Headers without pseudo headers; null if a value contains a line break. */
function cleanFields(raw: readonly string[]): string[] | null {
  const fields: string[] = [];
  for (let index = 0; index < raw.length; index += 2) {
    const name = raw[index]!;
    const value = raw[index + 1]!;
    if (name.startsWith(':')) continue;
    if (BAD_VALUE.test(value)) return null;
    fields.push(name, value);
  }
  return fields;
}

/** Null: none. Undefined: invalid. */
function contentLengthOf(headers: readonly string[]): number | null | undefined {
  for (let index = 0; index < headers.length; index += 2) {
    if (headers[index] !== 'content-length') continue;
    const value = headers[index + 1]!;
    return DIGITS.test(value) ? Number(value) : undefined;
  }
  return null;
}
