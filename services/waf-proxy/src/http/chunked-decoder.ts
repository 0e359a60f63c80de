import type { FramingFault } from './head.ts';
import { HeadScanner } from './head-scanner.ts';
import { parseTrailers } from './request-head.ts';
import { IS_TOKEN } from './token.ts';

/** Bytes of extensions that one chunk, and one body, may have. Nobody needs them. */
const EXTENSION_BYTES = 256;
const EXTENSION_BYTES_PER_BODY = 16 * 1024;
const TRAILER_BYTES = 8 * 1024;
/** Digits of a chunk size: more than the largest body that anybody sends. */
const SIZE_DIGITS = 10;

const CR = 0x0d;
const LF = 0x0a;
const SEMICOLON = 0x3b;
const EQUALS = 0x3d;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

const State = {
  SizeFirst: 0,
  Size: 1,
  SizeLf: 2,
  Data: 3,
  DataCr: 4,
  DataLf: 5,
  Trailers: 6,
  Done: 7,
  ExtensionName: 8,
  ExtensionNameRest: 9,
  ExtensionValue: 10,
  ExtensionToken: 11,
  Quoted: 12,
  QuotedPair: 13,
  AfterQuoted: 14,
} as const;
type State = (typeof State)[keyof typeof State];

/**
 * Takes the chunked coding (RFC 9112, 7.1) off a body, in whatever pieces it arrives, by the letter of its grammar:
 *
 *   Size [; name [= token | "quoted"]]… CRLF ─▶ Data CRLF ─▶ … ─▶ 0 CRLF ─▶ Trailers ─▶ Done
 */
export class ChunkedDecoder {
  private state: State = State.SizeFirst;
  private size = 0;
  private digits = 0;
  private extensionBytes = 0;
  private bodyExtensionBytes = 0;
  private trailerScanner: HeadScanner | null = null;
  private trailerText = '';
  /** [name, value, …]; complete when `done`. */
  trailers: readonly string[] = [];
  fault: FramingFault | null = null;

  get done(): boolean {
    return this.state === State.Done;
  }

  /**
   * Reads bytes[from..to) and adds to `ranges` where the body's own bytes lie: [start, end, …].
   *
   * @returns the index after what was read: `to`, unless the body ends before or is faulty.
   */
  read(bytes: Buffer, from: number, to: number, ranges: number[]): number {
    let at = from;
    while (at < to && this.state !== State.Done && this.fault === null) {
      if (this.state === State.Data) {
        const end = Math.min(to, at + this.size);
        this.size -= end - at;
        ranges.push(at, end);
        at = end;
        if (this.size === 0) this.state = State.DataCr;
      } else if (this.state === State.Trailers) at = this.readTrailers(bytes, at, to);
      else {
        this.step(bytes[at]!);
        at++;
      }
    }
    return at;
  }

  private step(byte: number): void {
    switch (this.state) {
      case State.SizeFirst:
      case State.Size:
        this.sizeByte(byte);
        return;
      case State.SizeLf:
        if (byte !== LF) this.fault = 'chunk_malformed';
        else this.state = this.size === 0 ? State.Trailers : State.Data;
        return;
      case State.DataCr:
        if (byte !== CR) this.fault = 'chunk_malformed';
        this.state = State.DataLf;
        return;
      case State.DataLf:
        if (byte !== LF) this.fault = 'chunk_malformed';
        this.state = State.SizeFirst;
        this.digits = 0;
        this.extensionBytes = 0;
        return;
      default:
        this.extensionByte(byte);
    }
  }

  private sizeByte(byte: number): void {
    const digit = hexDigit(byte);
    if (digit >= 0) {
      this.size = this.size * 16 + digit;
      this.digits++;
      this.state = State.Size;
      if (this.digits > SIZE_DIGITS) this.fault = 'chunk_malformed';
    } else if (this.state === State.SizeFirst) this.fault = 'chunk_malformed';
    else this.afterPart(byte);
  }

  /** What may follow a size, an extension's name or its value: the end of the line, or another extension. */
  private afterPart(byte: number): void {
    if (byte === CR) this.state = State.SizeLf;
    else if (byte === SEMICOLON) this.state = State.ExtensionName;
    else this.fault = 'chunk_malformed';
  }

  private extensionByte(byte: number): void {
    this.extensionBytes++;
    this.bodyExtensionBytes++;
    if (this.extensionBytes > EXTENSION_BYTES || this.bodyExtensionBytes > EXTENSION_BYTES_PER_BODY) {
      this.fault = 'chunk_malformed';
      return;
    }
    const token = IS_TOKEN[byte] === 1;
    switch (this.state) {
      case State.ExtensionName:
        this.state = State.ExtensionNameRest;
        if (!token) this.fault = 'chunk_malformed';
        return;
      case State.ExtensionNameRest:
        if (token) return;
        if (byte === EQUALS) this.state = State.ExtensionValue;
        else this.afterPart(byte);
        return;
      case State.ExtensionValue:
        if (byte === QUOTE) this.state = State.Quoted;
        else if (token) this.state = State.ExtensionToken;
        else this.fault = 'chunk_malformed';
        return;
      case State.ExtensionToken:
        if (!token) this.afterPart(byte);
        return;
      case State.Quoted:
        if (byte === QUOTE) this.state = State.AfterQuoted;
        else if (byte === BACKSLASH) this.state = State.QuotedPair;
        else if (!isQuotable(byte)) this.fault = 'chunk_malformed';
        return;
      case State.QuotedPair:
        this.state = State.Quoted;
        if (!isQuotable(byte)) this.fault = 'chunk_malformed';
        return;
      default:
        this.afterPart(byte);
    }
  }

  private readTrailers(bytes: Buffer, from: number, to: number): number {
    this.trailerScanner ??= new HeadScanner(false, TRAILER_BYTES);
    const end = this.trailerScanner.scan(bytes, from, to);
    if (this.trailerScanner.fault !== null) {
      this.fault = 'trailer_malformed';
      return from;
    }
    this.trailerText += bytes.toString('latin1', from, end < 0 ? to : end);
    if (end < 0) return to;
    const trailers = parseTrailers(this.trailerText.slice(0, -2));
    if (trailers === null) this.fault = 'trailer_malformed';
    else {
      this.trailers = trailers;
      this.state = State.Done;
    }
    return end;
  }
}

function isQuotable(byte: number): boolean {
  return byte === 0x09 || (byte >= 0x20 && byte !== 0x7f);
}

function hexDigit(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}
