import { HeadReader } from '../http/head-reader.ts';
import { ownString } from '../http/own-string.ts';
import type { ResponseHead } from '../http/response-head.ts';
import { isToken } from '../http/token.ts';
import { copyOf } from '../io/shared-read-buffer.ts';
import { MAX_INFORMATIONAL } from './origin-channel.ts';
import { OriginError } from './origin-error.ts';

export interface ResponseEvents {
  onInformational(status: number, headers: string[]): void;
  onHead(head: ResponseHead): void;
  onBody(chunk: Buffer): void;
  onComplete(trailers: string[] | null): void;
  /** The origin has switched protocols; `rest` are bytes of the new one. */
  onUpgrade(head: ResponseHead, rest: Buffer): void;
}

const MAX_HEAD_BYTES = 64 * 1024;
const MAX_FIELDS = 256;
const MAX_CHUNK_LINE = 1_024;
const MAX_TRAILER_BYTES = 16 * 1024;
/** Chunks below this size are gathered per read, so that an origin cannot cause work for single bytes. */
const SMALL_CHUNK_BYTES = 1_024;

const PROTOCOL = 'HTTP/1.';

const State = {
  Head: 0,
  Length: 1,
  UntilClose: 2,
  ChunkSize: 3,
  ChunkData: 4,
  ChunkEnd: 5,
  Trailers: 6,
  Done: 7,
} as const;
type State = (typeof State)[keyof typeof State];

/**
 * Reads one HTTP/1 response (RFC 9112) from the pieces in which it arrives. Strict where leniency would leave two
 * readings of a body's end: line ends are CRLF, lengths are digits, chunks are well formed; anything else throws.
 *
 *   Head ─▶ Length | UntilClose | ChunkSize ⇄ ChunkData ─▶ Trailers ─▶ Done
 */
export class ResponseParser {
  private readonly events: ResponseEvents;
  private readonly isHead: boolean;
  private readonly mayUpgrade: boolean;
  private state: State = State.Head;
  private readonly headReader = new HeadReader(false, MAX_HEAD_BYTES);
  private trailerReader: HeadReader | null = null;
  private pending: Buffer | null = null;
  private remaining = 0;
  /** Positions of small chunks not passed on yet: from, to, from, to … */
  private small: number[] = [];
  private informational = 0;

  constructor(events: ResponseEvents, isHead: boolean, mayUpgrade: boolean) {
    this.events = events;
    this.isHead = isHead;
    this.mayUpgrade = mayUpgrade;
  }

  get begun(): boolean {
    return this.state !== State.Head || this.headReader.begun || this.informational > 0;
  }

  get headSeen(): boolean {
    return this.state !== State.Head;
  }

  private get isDone(): boolean {
    return this.state === State.Done;
  }

  /**
   * Parses the first `length` bytes of `chunk`; keeps only copies.
   *
   * @returns true if bytes follow the end of the response, so that the connection must not be reused
   */
  feed(chunk: Buffer, length = chunk.length): boolean {
    if (this.isDone) return length > 0;
    let data = chunk.subarray(0, length);
    if (this.pending !== null) {
      data = Buffer.concat([this.pending, data]);
      this.pending = null;
    }
    let at = 0;
    while (at < data.length) {
      const next = this.step(data, at);
      if (next < 0) {
        this.pending = copyOf(data, at, data.length);
        break;
      }
      at = next;
      if (this.isDone) return at < data.length;
    }
    this.tellSmall(data);
    return false;
  }

  /** The origin has closed. Throws unless this response ends that way. */
  finish(): void {
    if (this.state === State.Done) return;
    if (this.state !== State.UntilClose) {
      throw new OriginError(
        this.state === State.Head ? 'reset' : 'truncated_response',
        'the origin closed before its response was complete',
      );
    }
    this.complete(null);
  }

  /** The index after what was parsed, or -1 if more bytes are needed. */
  private step(data: Buffer, at: number): number {
    switch (this.state) {
      case State.Head:
        return this.head(data, at);
      case State.Length:
      case State.ChunkData:
        return this.counted(data, at);
      case State.UntilClose:
        this.events.onBody(copyOf(data, at, data.length));
        return data.length;
      case State.ChunkSize:
        return this.chunkSize(data, at);
      case State.ChunkEnd:
        if (data.length - at < 2) return -1;
        if (data[at] !== 0x0d || data[at + 1] !== 0x0a) throw malformed('a chunk does not end with CRLF');
        this.state = State.ChunkSize;
        return at + 2;
      case State.Trailers:
        return this.trailers(data, at);
      case State.Done:
        return data.length;
    }
  }

  private head(data: Buffer, at: number): number {
    const reader = this.headReader;
    const after = reader.read(data, at, data.length);
    if (after < 0) {
      if (reader.fault === 'head_too_large') {
        throw new OriginError('head_too_large', 'the response head is too large');
      }
      if (reader.fault !== null) throw malformed('the head holds a control character or half a line break');
      return data.length;
    }
    const { text } = reader;
    const lineEnd = text.indexOf('\r');
    const code = statusOf(text, lineEnd);
    const headers = parseFields(text, lineEnd + 2);
    if (code < 200 && code !== 101) {
      this.informational++;
      if (this.informational > MAX_INFORMATIONAL) throw malformed('too many interim responses');
      this.events.onInformational(code, headers);
      return after;
    }
    const head = describeHead(
      code,
      text.slice(REASON_AT, lineEnd),
      text.charCodeAt(PROTOCOL.length) === DIGIT_ONE,
      headers,
      this.isHead,
    );
    if (code === 101) {
      if (!this.mayUpgrade) throw malformed('the origin switched protocols unasked');
      this.state = State.Done;
      this.events.onUpgrade(head, copyOf(data, after, data.length));
      return data.length;
    }
    this.begin(head);
    return after;
  }

  private begin(head: ResponseHead): void {
    if (head.bodyless || head.contentLength === 0) {
      this.state = State.Done;
      this.events.onHead(head);
      this.events.onComplete(null);
      return;
    }
    if (head.chunked) this.state = State.ChunkSize;
    else if (head.contentLength !== null) {
      this.state = State.Length;
      this.remaining = head.contentLength;
    } else this.state = State.UntilClose;
    this.events.onHead(head);
  }

  private counted(data: Buffer, at: number): number {
    const take = Math.min(this.remaining, data.length - at);
    this.remaining -= take;
    if (this.state === State.ChunkData && take < SMALL_CHUNK_BYTES) this.small.push(at, at + take);
    else {
      this.tellSmall(data);
      this.events.onBody(copyOf(data, at, at + take));
    }
    if (this.remaining === 0) {
      if (this.state === State.Length) this.complete(null);
      else this.state = State.ChunkEnd;
    }
    return at + take;
  }

  private tellSmall(data: Buffer): void {
    const { small } = this;
    if (small.length === 0) return;
    this.small = [];
    const pieces: Buffer[] = [];
    for (let index = 0; index < small.length; index += 2)
      pieces.push(data.subarray(small[index]!, small[index + 1]!));
    this.events.onBody(Buffer.concat(pieces));
  }

  private chunkSize(data: Buffer, at: number): number {
    const end = data.indexOf('\r\n', at, 'latin1');
    if (end < 0) {
      if (data.length - at > MAX_CHUNK_LINE) throw malformed('a chunk size line is too long');
      return -1;
    }
    const line = data.toString('latin1', at, end);
    const size = /^([0-9a-f]{1,12})[\t ]*(?:;[\t\x20-\x7e\x80-\xff]*)?$/i.exec(line);
    if (size === null || line.length > MAX_CHUNK_LINE) throw malformed('a chunk size is not one');
    this.remaining = Number.parseInt(size[1]!, 16);
    this.state = this.remaining === 0 ? State.Trailers : State.ChunkData;
    return end + 2;
  }

  private trailers(data: Buffer, at: number): number {
    this.trailerReader ??= new HeadReader(false, MAX_TRAILER_BYTES);
    const reader = this.trailerReader;
    const after = reader.read(data, at, data.length);
    if (after >= 0) {
      this.tellSmall(data);
      this.complete(reader.text === '' ? null : parseFields(reader.text, 0));
    } else if (reader.fault !== null) throw malformed('the trailers are too large, or hold what no line may');
    return after < 0 ? data.length : after;
  }

  private complete(trailers: string[] | null): void {
    this.state = State.Done;
    this.events.onComplete(trailers);
  }
}

const DIGIT_ZERO = 0x30;
const DIGIT_ONE = 0x31;
const DIGIT_NINE = 0x39;
/** Offsets in a status line: `HTTP/1.1 200 OK`. */
const CODE_AT = 9;
const REASON_AT = 13;

/** The status in `HTTP/1.x NNN[ reason]`; throws for any other line. */
function statusOf(text: string, lineEnd: number): number {
  const minor = text.charCodeAt(PROTOCOL.length);
  const isLine =
    text.startsWith(PROTOCOL) &&
    (minor === DIGIT_ZERO || minor === DIGIT_ONE) &&
    text.charCodeAt(CODE_AT - 1) === SPACE &&
    (lineEnd === REASON_AT - 1 || (lineEnd >= REASON_AT && text.charCodeAt(REASON_AT - 1) === SPACE));
  let code = 0;
  for (let at = CODE_AT; isLine && at < REASON_AT - 1; at++) {
    const digit = text.charCodeAt(at);
    if (digit < DIGIT_ZERO || digit > DIGIT_NINE) throw malformed('the status line is not one');
    code = code * 10 + (digit - DIGIT_ZERO);
  }
  if (code < 100) throw malformed('the status line is not one');
  return code;
}

/** Parses lines that HeadReader has validated, each with its CRLF. */
function parseFields(text: string, from: number): string[] {
  const fields: string[] = [];
  for (let at = from; at < text.length; ) {
    const end = text.indexOf('\r', at);
    const first = text.charCodeAt(at);
    if (first === SPACE || first === TAB) {
      // obs-fold: a continuation of the previous value (RFC 9112, 5.2); proxies replace it by a space.
      if (fields.length === 0) throw malformed('a header begins with a blank');
      fields[fields.length - 1] = `${fields[fields.length - 1]} ${trimmed(text, at, end)}`;
    } else {
      const colon = text.indexOf(':', at);
      if (colon < 0 || colon >= end) throw malformed('a header has no colon');
      const name = text.slice(at, colon);
      if (!isFieldName(name)) throw malformed('a header name is not one');
      fields.push(name, trimmed(text, colon + 1, end));
      if (fields.length > MAX_FIELDS * 2)
        throw new OriginError('head_too_large', 'too many response headers');
    }
    at = end + 2;
  }
  return fields;
}

/** Maximum number of validated names that are cached; bounded, since origins are not trusted. */
const NAME_MEMO_LIMIT = 1_024;
const nameMemo = new Set<string>();

function isFieldName(name: string): boolean {
  if (nameMemo.has(name)) return true;
  if (!isToken(name)) return false;
  if (nameMemo.size < NAME_MEMO_LIMIT) nameMemo.add(ownString(name));
  return true;
}

const TAB = 0x09;
const SPACE = 0x20;

function trimmed(text: string, from: number, to: number): string {
  let start = from;
  let stop = to;
  while (start < stop && isBlank(text.charCodeAt(start))) start++;
  while (stop > start && isBlank(text.charCodeAt(stop - 1))) stop--;
  return text.slice(start, stop);
}

const isBlank = (code: number) => code === SPACE || code === TAB;

function describeHead(
  status: number,
  reason: string,
  http11: boolean,
  headers: string[],
  isHead: boolean,
): ResponseHead {
  const head: ResponseHead = {
    status,
    reason,
    headers,
    contentLength: null,
    chunked: false,
    bodyless: isHead || status === 204 || status === 304 || status === 101,
    keepAlive: http11,
    keepAliveSeconds: 0,
  };
  let encodings = 0;
  for (let index = 0; index < headers.length; index += 2) {
    const name = headers[index]!;
    // Only these lengths can be one of the four names below; most headers are skipped by comparing numbers.
    if (name.length !== 10 && name.length !== 14 && name.length !== 17) continue;
    const value = headers[index + 1]!;
    switch (name.toLowerCase()) {
      case 'content-length': {
        if (!/^\d{1,15}$/.test(value)) throw malformed('Content-Length is not a number');
        const length = Number(value);
        if (head.contentLength !== null && head.contentLength !== length)
          throw malformed('two Content-Lengths');
        head.contentLength = length;
        break;
      }
      case 'transfer-encoding':
        encodings++;
        if (encodings > 1 || value.toLowerCase() !== 'chunked')
          throw malformed('an unknown Transfer-Encoding');
        head.chunked = true;
        break;
      case 'connection': {
        const options = value.toLowerCase();
        if (options.includes('close')) head.keepAlive = false;
        else if (options.includes('keep-alive')) head.keepAlive = true;
        break;
      }
      case 'keep-alive': {
        const seconds = /(?:^|[\s,])timeout=(\d{1,6})/i.exec(value);
        if (seconds !== null) head.keepAliveSeconds = Number(seconds[1]);
        break;
      }
    }
  }
  if (head.chunked && head.contentLength !== null) {
    // RFC 9112, 6.1: chunked takes precedence, and the connection is not reused.
    head.contentLength = null;
    head.keepAlive = false;
  }
  if (!head.bodyless && !head.chunked && head.contentLength === null) head.keepAlive = false;
  return head;
}

function malformed(detail: string): OriginError {
  return new OriginError('malformed_response', detail);
}
