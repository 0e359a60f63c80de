import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import type { Readable, Writable } from 'node:stream';
import type { ResponseHead } from '../http/response-head.ts';
import type { ExchangeListener, OriginChannel } from '../upstream/origin-channel.ts';
import { exchangeRequest } from './exchange-request.ts';

/** What `node:http` and the compatible interface of `node:http2` have in common. */
export interface RequestAtOrigin extends Readable {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: IncomingHttpHeaders;
}
export interface AnswerOfOrigin extends Writable {
  writeHead(status: number, headers?: OutgoingHttpHeaders): unknown;
  addTrailers(trailers: OutgoingHttpHeaders): void;
  writeEarlyHints(hints: Record<string, string>): void;
  flushHeaders(): void;
}
export type OriginHandler = (request: RequestAtOrigin, answer: AnswerOfOrigin) => void;

export interface ChannelImplementation {
  /** A channel to an origin that treats its requests so. */
  open(handler: OriginHandler): Promise<OriginChannel>;
  /** Lets so much time pass for the channel. */
  pass(milliseconds: number): void;
  close(): Promise<void>;
}

const GET = ['GET /a?b=c HTTP/1.1', 'Host: shop.example', 'X-One: 1', 'x-two: 2'];
const POST = ['POST /form HTTP/1.1', 'Host: shop.example'];
const PIECE = Buffer.alloc(64 * 1024, 'x');
const MAX_PIECES = 2_000;
const BROKEN_OFF = new Error('the origin breaks off');

/** Collects what an exchange tells. Its promises settle when it is told. */
class RecordingListener implements ExchangeListener {
  readonly interim: [number, string[]][] = [];
  readonly heads: ResponseHead[] = [];
  readonly endings: string[] = [];
  body = '';
  lulls = 0;
  trailers: string[] | null = null;
  onPiece: () => void = () => undefined;
  onRoom: () => void = () => undefined;
  private onEnding: () => void = () => undefined;
  private readonly ending = new Promise<void>((resolve) => {
    this.onEnding = resolve;
  });
  private onFirstLull: () => void = () => undefined;
  readonly firstLull = new Promise<void>((resolve) => {
    this.onFirstLull = resolve;
  });

  /** 'complete', or the code of the failure; when the exchange has ended. */
  async outcome(): Promise<string> {
    await this.ending;
    return this.endings.join();
  }

  onInformational(status: number, headers: string[]): void {
    this.interim.push([status, headers.map((text) => text.toLowerCase())]);
  }

  onHead(head: ResponseHead): void {
    this.heads.push(head);
  }

  onBody(chunk: Buffer): void {
    this.body += chunk.toString('latin1');
    this.onPiece();
  }

  onLull(): void {
    this.lulls++;
    this.onFirstLull();
  }

  onComplete(trailers: string[] | null): void {
    this.trailers = trailers;
    this.end('complete');
  }

  onUpgraded(): void {
    this.end('upgraded');
  }

  onFailure({ code }: { code: string }): void {
    this.end(code);
  }

  onDrain(): void {
    this.onRoom();
  }

  onReclaimed(): void {
    this.end('reclaimed');
  }

  private end(how: string): void {
    this.endings.push(how);
    this.onEnding();
  }
}

const bodyOf = async (request: Readable): Promise<string> => {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString('latin1');
};

/** What every `OriginChannel` owes the exchange that it carries. One suite; each implementation runs all of it. */
export function describeOriginChannel(name: string, start: () => Promise<ChannelImplementation>): void {
  describe(`${name}, as a channel to an origin`, () => {
    let implementation: ChannelImplementation;
    beforeEach(async () => {
      implementation = await start();
    });
    afterEach(() => implementation.close());

    it('brings a request without a body, and its answer back', async () => {
      const seen: unknown[] = [];
      const channel = await implementation.open(async (request, answer) => {
        const { host, ':authority': authority, 'x-one': one, 'x-two': two } = request.headers;
        const visited = host ?? authority;
        seen.push([request.method, request.url, visited, one, two, await bodyOf(request)]);
        answer.writeHead(203, { 'X-Answer': 'yes', 'Content-Length': '2' });
        answer.end('ok');
      });
      const listener = new RecordingListener();
      channel.begin(listener, exchangeRequest(GET));
      expect(await listener.outcome()).toBe('complete');
      expect(seen).toEqual([['GET', '/a?b=c', 'shop.example', '1', '2', '']]);
      expect(listener.heads).toMatchObject([{ status: 203, contentLength: 2, bodyless: false }]);
      const names = listener.heads[0]!.headers.map((text) => text.toLowerCase());
      expect(names[names.indexOf('x-answer') + 1]).toBe('yes');
      expect([listener.body, listener.trailers]).toEqual(['ok', null]);
    });

    it.each([
      ['of known length, all of it at hand', { kind: 'known', bytes: 6 }, ['ab', 'cdef'], []],
      ['of known length, in pieces', { kind: 'known', bytes: 6 }, ['ab'], ['cd', 'ef']],
      ['of unknown length, in pieces', { kind: 'unknown' }, [], ['abc', 'def']],
      ['of unknown length, with empty pieces', { kind: 'unknown' }, ['a', ''], ['', 'bcdef', '']],
      ['of unknown length that is none', { kind: 'unknown' }, [], []],
    ] as const)('brings a body %s', async (_what, length, held, later) => {
      const bodies: unknown[] = [];
      const channel = await implementation.open(async (request, answer) => {
        bodies.push([request.headers['content-length'], await bodyOf(request)]);
        answer.end('ok');
      });
      const listener = new RecordingListener();
      const buffers = (texts: readonly string[]) => texts.map((text) => Buffer.from(text));
      const complete = later.length === 0;
      channel.begin(listener, exchangeRequest(POST, { length, held: buffers(held), complete }));
      for (const piece of buffers(later)) channel.write(piece);
      if (!complete) channel.requestComplete();
      expect(await listener.outcome()).toBe('complete');
      const declared = length.kind === 'known' ? String(length.bytes) : undefined;
      expect(bodies).toEqual([[declared, [...held, ...later].join('')]]);
    });

    it('tells of early hints, trailers, and that what has come is not all', async () => {
      let end: () => void = () => undefined;
      const channel = await implementation.open((_request, answer) => {
        answer.writeEarlyHints({ link: '</a.css>; rel=preload' });
        answer.writeHead(200, { Trailer: 'x-sum' });
        answer.flushHeaders();
        end = () => {
          answer.write('abc');
          answer.addTrailers({ 'x-sum': '3' });
          answer.end();
        };
      });
      const listener = new RecordingListener();
      channel.begin(listener, exchangeRequest(GET));
      await listener.firstLull;
      expect(listener.interim).toEqual([[103, ['link', '</a.css>; rel=preload']]]);
      expect(listener.heads).toHaveLength(1);
      end();
      expect(await listener.outcome()).toBe('complete');
      expect([listener.body, listener.trailers]).toEqual(['abc', ['x-sum', '3']]);
    });

    it.each([
      ['HEAD', 200],
      ['GET', 204],
      ['GET', 304],
    ])('expects no body after %s with %i', async (method, status) => {
      const channel = await implementation.open((_request, answer) => {
        answer.writeHead(status, status === 200 ? { 'Content-Length': '5' } : {});
        answer.end();
      });
      const listener = new RecordingListener();
      channel.begin(listener, exchangeRequest([`${method} / HTTP/1.1`, 'Host: shop.example']));
      expect(await listener.outcome()).toBe('complete');
      expect(listener.heads).toMatchObject([{ status, bodyless: true }]);
      expect(listener.body).toBe('');
    });

    it('stops while it is paused, and goes on', async () => {
      const channel = await implementation.open((_request, answer) => {
        answer.writeHead(200, {});
        answer.end(Buffer.alloc(4 * 1024 * 1024, 'x'));
      });
      const listener = new RecordingListener();
      const paused = new Promise<void>((resolve) => {
        listener.onPiece = () => {
          listener.onPiece = () => undefined;
          channel.pause();
          resolve();
        };
      });
      channel.begin(listener, exchangeRequest(GET));
      await paused;
      // The client is slow, and not the origin.
      implementation.pass(600_000);
      expect(listener.endings).toEqual([]);
      channel.resume();
      expect(await listener.outcome()).toBe('complete');
      expect(listener.body.length).toBe(4 * 1024 * 1024);
    });

    it('holds whoever writes to the pace of the origin', async () => {
      let begun: (read: () => void) => void = () => undefined;
      const atOrigin = new Promise<() => void>((resolve) => {
        begun = resolve;
      });
      let bytes = 0;
      const channel = await implementation.open((request, answer) => {
        request.on('end', () => answer.end('ok'));
        begun(() => {
          request.on('data', (chunk: Buffer) => {
            bytes += chunk.length;
          });
        });
      });
      const listener = new RecordingListener();
      channel.begin(listener, exchangeRequest(POST, { length: { kind: 'unknown' }, complete: false }));
      const read = await atOrigin;
      let pieces = 1;
      while (channel.write(PIECE) && pieces < MAX_PIECES) pieces++;
      expect(pieces).toBeLessThan(MAX_PIECES);
      const room = new Promise<void>((resolve) => {
        listener.onRoom = resolve;
      });
      read();
      await room;
      channel.requestComplete();
      expect(await listener.outcome()).toBe('complete');
      expect(bytes).toBe(pieces * PIECE.length);
    });

    it('tells nothing more once it is given up, and the origin sees that', async () => {
      let begun: () => void = () => undefined;
      const atOrigin = new Promise<void>((resolve) => {
        begun = resolve;
      });
      let left: () => void = () => undefined;
      const seenToLeave = new Promise<void>((resolve) => {
        left = resolve;
      });
      const channel = await implementation.open((_request, answer) => {
        answer.on('close', () => left());
        begun();
      });
      const listener = new RecordingListener();
      channel.begin(listener, exchangeRequest(GET));
      await atOrigin;
      channel.abandon();
      await seenToLeave;
      implementation.pass(600_000);
      expect([listener.endings, listener.heads]).toEqual([[], []]);
    });

    it('fails once where the origin breaks off before its answer', async () => {
      const channel = await implementation.open((_request, answer) => answer.destroy(BROKEN_OFF));
      const listener = new RecordingListener();
      channel.begin(listener, exchangeRequest(GET));
      expect(await listener.outcome()).toBe('reset');
      expect(listener.heads).toEqual([]);
    });

    it('never takes a part of an answer for the whole', async () => {
      let destroy: () => void = () => undefined;
      const channel = await implementation.open((_request, answer) => {
        answer.writeHead(200, {});
        answer.write('abc');
        destroy = () => answer.destroy(BROKEN_OFF);
      });
      const listener = new RecordingListener();
      listener.onPiece = () => destroy();
      channel.begin(listener, exchangeRequest(GET));
      expect(await listener.outcome()).toMatch(/^(reset|truncated_response)$/);
      expect(listener.body).toBe('abc');
    });

    it('waits as long as it may for an answer, from the end of the request on', async () => {
      let begun: () => void = () => undefined;
      const atOrigin = new Promise<void>((resolve) => {
        begun = resolve;
      });
      const channel = await implementation.open(() => begun());
      const listener = new RecordingListener();
      channel.begin(listener, exchangeRequest(POST, { length: { kind: 'unknown' }, complete: false }));
      channel.write(Buffer.from('abc'));
      await atOrigin;
      implementation.pass(61_000);
      expect(listener.endings).toEqual([]);
      channel.requestComplete();
      implementation.pass(59_000);
      expect(listener.endings).toEqual([]);
      implementation.pass(2_000);
      expect(await listener.outcome()).toBe('response_timeout');
    });

    it('says that an origin has stopped in the middle of its answer', async () => {
      const channel = await implementation.open((_request, answer) => {
        answer.writeHead(200, {});
        answer.write('abc');
      });
      const listener = new RecordingListener();
      const piece = new Promise<void>((resolve) => {
        listener.onPiece = resolve;
      });
      channel.begin(listener, exchangeRequest(GET));
      await piece;
      implementation.pass(61_000);
      expect(await listener.outcome()).toBe('idle_timeout');
    });
  });
}
