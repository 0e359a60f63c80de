import { HpackDecoder } from '../../../services/waf-proxy/src/http/hpack/hpack-decoder.ts';
import {
  FrameGrammar,
  type FrameMeanings,
} from '../../../services/waf-proxy/src/http/http2/frame-grammar.ts';
import { FrameReader } from '../../../services/waf-proxy/src/http/http2/frame-reader.ts';
import { PREFACE } from '../../../services/waf-proxy/src/http/http2/frames.ts';
import { readHttp2Head } from '../../../services/waf-proxy/src/http/http2/http2-head.ts';
import { HTTP2_LIMITS } from '../../../services/waf-proxy/src/server/http2/http2-limits.ts';
import { frame, getRequest } from '../../../services/waf-proxy/src/test-support/http2-frames.ts';
import type { Random } from '../random.ts';
import type { Target } from '../target.ts';
import { expectSameInPieces } from './cut-anywhere.ts';

/** Records the events of a connection until it fails. */
class Record implements FrameMeanings {
  readonly events: unknown[] = [];
  private readonly decoder = new HpackDecoder(HTTP2_LIMITS.tableBytes, HTTP2_LIMITS.head);
  reader: FrameReader | null = null;
  private data = '';

  fail(code: number): void {
    this.events.push(['fail', code]);
    this.reader?.stop();
  }
  onBlock(stream: number, bytes: Buffer, from: number, to: number, ends: boolean, itself: boolean): void {
    if (!this.decoder.decode(bytes, from, to)) {
      this.fail(-1);
      return;
    }
    const head = readHttp2Head(this.decoder.fields);
    this.events.push(['block', stream, ends, itself, head]);
  }
  onBlockBegun(): void {
    this.events.push(['block begun']);
  }
  onDataHead(stream: number, length: number): void {
    this.events.push(['data', stream, length]);
    this.data = '';
  }
  onData(bytes: Buffer, from: number, to: number): void {
    this.data += bytes.toString('latin1', from, to);
  }
  onDataEnd(ends: boolean): void {
    this.events.push(['data end', ends, this.data]);
  }
  onReset(stream: number): void {
    this.events.push(['reset', stream]);
  }
  onSettings(bytes: Buffer, from: number, to: number): void {
    this.events.push(['settings', bytes.toString('latin1', from, to)]);
  }
  onSettingsAck(): void {
    this.events.push(['ack']);
  }
  onPing(bytes: Buffer, from: number): void {
    this.events.push(['ping', bytes.toString('latin1', from, from + 8)]);
  }
  onWindowUpdate(stream: number, bytes: number): void {
    this.events.push(['window', stream, bytes]);
  }
  onStreamFault(stream: number, code: number): void {
    this.events.push(['stream fault', stream, code]);
  }
  onGoAway(): void {
    this.events.push(['goaway']);
  }
  onControlFrame(): void {
    this.events.push(['idle']);
  }
}

function read(pieces: readonly Buffer[]): unknown[] {
  const record = new Record();
  const grammar = new FrameGrammar(record);
  const reader = new FrameReader(grammar);
  record.reader = reader;
  reader.read(Buffer.from(PREFACE));
  // What a piece is kept of must not change when its memory is used again, so each has its own.
  for (const piece of pieces) reader.read(Buffer.from(piece));
  return record.events;
}

function someFrame(random: Random): Buffer {
  const stream = random.pick([0, 1, 1, 3, 2, 0x7fffffff]);
  const flags = random.pick([0, 1, 4, 5, 8, 0x20, 0x2d, random.below(256)]);
  const payload = random.pick([
    Buffer.alloc(0),
    Buffer.alloc(4, 1),
    Buffer.alloc(5),
    Buffer.alloc(8, 7),
    getRequest('shop.example'),
    Buffer.from('\x03hello\0\0\0'),
  ]);
  return frame(random.below(11), flags, stream, payload);
}

const text = (bytes: Buffer): string => bytes.toString('latin1');

/** Frames of an HTTP/2 connection after its preface, and their header blocks. */
export const http2: Target = {
  name: 'http2',
  focus: /waf-proxy\/src\/(http|server\/http2)\//,
  largest: 64 * 1024,
  words: [
    text(frame(4, 0, 0)),
    text(frame(1, 5, 1, getRequest('a'))),
    text(frame(9, 4, 1, Buffer.of(0x82))),
    text(frame(0, 1, 1, Buffer.from('body'))),
    text(frame(8, 0, 0, Buffer.of(0, 0, 0, 1))),
    text(frame(3, 0, 1, Buffer.alloc(4))),
    text(frame(6, 0, 0, Buffer.alloc(8))),
  ],
  generate: (random) => Buffer.concat([frame(4, 0, 0), ...random.list(0, 6, () => someFrame(random))]),
  read: (input) => {
    read([input]);
  },
  compare: (input) => expectSameInPieces(input, read),
};
