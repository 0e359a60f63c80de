import { STATUS_CODES } from 'node:http';
import { CHUNK_END, chunkHead, lastChunk } from '../../http/chunked-coding.ts';
import { endToEndHeaders } from '../../http/end-to-end-fields.ts';
import { fieldLines } from '../../http/header-lines.ts';
import { formatHttpDate } from '../../http/http-date.ts';
import type { UnwrittenText } from '../../io/write-batch.ts';
import type { HeaderList, Reply } from '../../request/reply.ts';
import type { RequestContext } from '../../request/request-context.ts';
import type { ServerPorts } from '../connections/server-ports.ts';
import type { Http1Body } from './http1-body.ts';

/** Up to here a piece is joined with what goes before it as a string: one plain write costs less than a vector. */
const ONE_WRITE_BYTES = 16 * 1024;

const Framing = { None: 0, Length: 1, Chunked: 2, UntilClose: 3 } as const;
type Framing = (typeof Framing)[keyof typeof Framing];

/** An exchange's interface to its connection. */
export interface ExchangeChannel {
  /** Text has one character per byte. False: stop until the connection signals that it accepts more. */
  send(data: string | Buffer): boolean;
  /** The client has still to take what was sent. */
  readonly isBehind: boolean;
  cork(): void;
  uncork(): void;
  /** Breaks the connection off. */
  abort(): void;
  /** The response has been written as a whole. */
  responseWritten(exchange: Http1Exchange): void;
}

export interface ExchangeFacts {
  minorVersion: 0 | 1;
  isHead: boolean;
  /** The client wants, and may have, a further request on this connection. */
  persistent: boolean;
  body: Http1Body | null;
}

/** One request and its response on an HTTP/1 connection: the way back to the client. */
export class Http1Exchange implements Reply, UnwrittenText {
  readonly body: Http1Body | null;
  private readonly channel: ExchangeChannel;
  private readonly ports: ServerPorts;
  private readonly minorVersion: 0 | 1;
  private readonly isHead: boolean;
  context: RequestContext | null = null;
  started = false;
  /** The response has been written. */
  complete = false;
  /** The connection ends with this exchange. */
  closes: boolean;
  /** The client has gone: further output is dropped. */
  private detached = false;
  private unsentHead = '';
  /** The end of the response, while it waits for other writes. */
  private unsentEnd = '';
  private framing: Framing = Framing.None;
  private drain: (() => void) | null = null;

  constructor(channel: ExchangeChannel, ports: ServerPorts, facts: ExchangeFacts) {
    this.channel = channel;
    this.ports = ports;
    this.minorVersion = facts.minorVersion;
    this.isHead = facts.isHead;
    this.closes = !facts.persistent;
    this.body = facts.body;
  }

  detach(): void {
    this.detached = true;
  }

  /** The connection takes more again. */
  tellDrain(): void {
    this.drain?.();
  }

  sendContinue(): void {
    if (!this.detached && !this.started) this.channel.send('HTTP/1.1 100 Continue\r\n\r\n');
  }

  informational(status: number, headers: HeaderList): void {
    if (this.detached || this.started || this.minorVersion === 0) return;
    // Hints that the client does not take at once are of no use to it.
    if (this.channel.isBehind) return;
    // Framing fields are meaningless here, and a downstream parser may interpret them differently.
    this.channel.send(`${statusLine(status, '')}${fieldLines(endToEndHeaders(headers))}\r\n`);
  }

  head(status: number, reason: string, headers: HeaderList, lines = ''): void {
    this.started = true;
    if (this.ports.draining) this.closes = true;
    let text = statusLine(status, reason) + lines;
    let hasLength = false;
    let hasDate = false;
    for (let index = 0; index < headers.length; index += 2) {
      const name = headers[index]!;
      text += `${name}: ${headers[index + 1]!}\r\n`;
      if (name.length === 4) hasDate ||= name.toLowerCase() === 'date';
      else if (name.length === 14) hasLength ||= name.toLowerCase() === 'content-length';
    }
    if (!hasDate) text += `Date: ${formatHttpDate(this.context!.receivedAtMs)}\r\n`;
    const bodyless = this.isHead || status === 204 || status === 304;
    if (bodyless) this.framing = Framing.None;
    else if (hasLength) this.framing = Framing.Length;
    else if (this.minorVersion === 1) {
      this.framing = Framing.Chunked;
      text += 'Transfer-Encoding: chunked\r\n';
    } else {
      this.framing = Framing.UntilClose;
      this.closes = true;
    }
    if (this.closes) text += 'Connection: close\r\n';
    else if (this.minorVersion === 0) text += 'Connection: keep-alive\r\n';
    this.unsentHead = text;
  }

  flush(): void {
    if (this.unsentHead === '' || this.detached) return;
    this.channel.send(this.takeHead());
  }

  write(chunk: Buffer): boolean {
    if (this.detached || this.framing === Framing.None || chunk.length === 0) return true;
    const chunked = this.framing === Framing.Chunked;
    const before = chunked ? this.takeHead() + chunkHead(chunk.length) : this.takeHead();
    if (before === '') return this.channel.send(chunk);
    return this.sendJoined(before, chunk, chunked ? CHUNK_END : '');
  }

  end(chunk: Buffer | null, trailers: HeaderList | null): void {
    if (this.detached || this.complete) return;
    this.complete = true;
    const body = chunk === null || chunk.length === 0 || this.framing === Framing.None ? null : chunk;
    let before = this.unsentHead === '' ? '' : this.takeHead();
    let after = '';
    if (this.framing === Framing.Chunked) {
      if (body !== null) before += chunkHead(body.length);
      after = (body === null ? '' : CHUNK_END) + lastChunk(trailers);
    }
    if (body !== null && body.length > ONE_WRITE_BYTES) {
      this.sendJoined(before, body, after);
      this.channel.responseWritten(this);
      return;
    }
    this.unsentEnd = body === null ? before + after : before + body.toString('latin1') + after;
    if (this.unsentEnd === '') this.channel.responseWritten(this);
    else this.ports.writes.add(this);
  }

  writeNow(): void {
    const text = this.unsentEnd;
    this.unsentEnd = '';
    if (this.detached) return;
    this.channel.send(text);
    this.channel.responseWritten(this);
  }

  breakOff(): void {
    // Also once it is detached: its connection may have been left halfway to the next request.
    this.channel.abort();
  }

  onDrain(listener: () => void): void {
    this.drain = listener;
  }

  abort(): void {
    if (!this.detached) this.channel.abort();
  }

  closeAfter(): void {
    this.closes = true;
  }

  private sendJoined(before: string, chunk: Buffer, after: string): boolean {
    const channel = this.channel;
    if (chunk.length <= ONE_WRITE_BYTES) {
      return channel.send(before + chunk.toString('latin1', 0, chunk.length) + after);
    }
    channel.cork();
    if (before !== '') channel.send(before);
    let hasRoom = channel.send(chunk);
    if (after !== '') hasRoom = channel.send(after);
    channel.uncork();
    return hasRoom;
  }

  private takeHead(): string {
    const text = this.unsentHead;
    if (text === '') return '';
    this.unsentHead = '';
    return `${text}\r\n`;
  }
}

function statusLine(status: number, reason: string): string {
  return `HTTP/1.1 ${status} ${reason === '' ? (STATUS_CODES[status] ?? '') : reason}\r\n`;
}
