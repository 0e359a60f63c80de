import type { Reply } from '../request/reply.ts';

/** What the client of one exchange has seen. Its promises settle by themselves, never by waiting for some time. */
export interface SeenByClient {
  /** Interim responses before the head: [status, …fields]. */
  readonly interim: readonly (readonly string[])[];
  /** The final head. */
  head(): Promise<{ status: number; fields: ReadonlyMap<string, string> }>;
  /** Bytes of the body so far. */
  readonly bodyBytes: number;
  /** Resolves when the exchange is over for the client. */
  outcome(): Promise<{ complete: boolean; body: string; trailers: ReadonlyMap<string, string> }>;
  /** Takes nothing more of the body, or goes on. */
  stopReading(): void;
  resumeReading(): void;
  leave(): void;
}

export interface ReplyExchange {
  readonly reply: Reply;
  /** Null: there is nobody at the other end. */
  readonly client: SeenByClient | null;
  /** Resolves when the implementation has said that the exchange is over: whether the client left. */
  over(): Promise<boolean>;
  /** How often it has said so. */
  timesOver(): number;
}

export interface ReplyImplementation {
  exchange(method: 'GET' | 'HEAD'): Promise<ReplyExchange>;
  close(): Promise<void>;
}

const LENGTH_3 = ['Content-Type', 'text/plain', 'Content-Length', '3'];
const LARGE = Buffer.alloc(256 * 1024, 'x');
/** More than the buffers of both systems hold. */
const MAX_LARGE_WRITES = 400;

/** What the client must have seen, where there is one. */
async function seen(
  client: SeenByClient | null,
  check: (client: SeenByClient) => Promise<void>,
): Promise<void> {
  if (client !== null) await check(client);
}

/** What every `Reply` owes whoever answers a request. One suite; each implementation runs all of it. */
export function describeReply(name: string, start: () => Promise<ReplyImplementation>): void {
  describe(`${name}, as a reply`, () => {
    let implementation: ReplyImplementation;
    beforeAll(async () => {
      implementation = await start();
    });
    afterAll(() => implementation.close());

    const get = () => implementation.exchange('GET');

    it('sends head and body, and is over once, with the client there', async () => {
      const { reply, client, over, timesOver } = await get();
      expect(reply.started).toBe(false);
      reply.head(200, '', [...LENGTH_3]);
      expect(reply.started).toBe(true);
      reply.end(Buffer.from('abc'), null);
      expect(await over()).toBe(false);
      await seen(client, async (by) => {
        expect((await by.head()).status).toBe(200);
        expect(await by.outcome()).toEqual({ complete: true, body: 'abc', trailers: new Map() });
      });
      expect(timesOver()).toBe(1);
    });

    it('tells the date where the answer does not', async () => {
      const { reply, client } = await get();
      reply.head(200, '', [...LENGTH_3]);
      reply.end(Buffer.from('abc'), null);
      await seen(client, async (by) => {
        expect(Date.parse((await by.head()).fields.get('date') ?? '')).toBeGreaterThan(0);
      });
      const dated = await get();
      dated.reply.head(200, '', ['Date', 'Thu, 01 Jan 1970 00:00:00 GMT', ...LENGTH_3]);
      dated.reply.end(Buffer.from('abc'), null);
      await seen(dated.client, async (by) => {
        expect((await by.head()).fields.get('date')).toBe('Thu, 01 Jan 1970 00:00:00 GMT');
      });
    });

    it('sends a head by itself when it is flushed', async () => {
      const { reply, client, over } = await get();
      reply.head(200, '', ['Content-Type', 'text/plain']);
      reply.flush();
      await seen(client, async (by) => {
        expect((await by.head()).fields.get('content-type')).toBe('text/plain');
        expect(by.bodyBytes).toBe(0);
      });
      reply.end(null, null);
      expect(await over()).toBe(false);
      await seen(client, async (by) => {
        expect((await by.outcome()).complete).toBe(true);
      });
    });

    it('sends early hints before the head, and none behind it', async () => {
      const { reply, client, over } = await get();
      const hint = ['Link', '</a.css>; rel=preload'];
      reply.informational(103, hint);
      reply.head(200, '', [...LENGTH_3]);
      reply.informational(103, hint);
      reply.end(Buffer.from('abc'), null);
      expect(await over()).toBe(false);
      await seen(client, async (by) => {
        await by.outcome();
        expect(by.interim).toEqual([['103', '</a.css>; rel=preload']]);
      });
    });

    it('sends a body in pieces, and trailers behind it', async () => {
      const { reply, client, over } = await get();
      reply.head(200, '', ['Trailer', 'x-sum']);
      reply.write(Buffer.from('ab'));
      reply.write(Buffer.alloc(0));
      reply.write(Buffer.from('c'));
      reply.end(Buffer.from('d'), ['x-sum', '4']);
      expect(await over()).toBe(false);
      await seen(client, async (by) => {
        const trailers = new Map([['x-sum', '4']]);
        expect(await by.outcome()).toEqual({ complete: true, body: 'abcd', trailers });
      });
    });

    it.each([
      ['HEAD', 200],
      ['GET', 204],
      ['GET', 304],
    ] as const)('sends no body with %s and %i, whatever is written', async (method, status) => {
      const { reply, client, over } = await implementation.exchange(method);
      reply.head(status, '', status === 200 ? [...LENGTH_3] : []);
      expect(reply.write(Buffer.from('abc'))).toBe(true);
      reply.end(Buffer.from('def'), null);
      expect(await over()).toBe(false);
      await seen(client, async (by) => {
        expect((await by.outcome()).body).toBe('');
      });
    });

    it('does nothing more after its end', async () => {
      const { reply, client, over, timesOver } = await get();
      reply.head(200, '', [...LENGTH_3]);
      reply.end(Buffer.from('abc'), null);
      reply.end(Buffer.from('def'), null);
      expect(await over()).toBe(false);
      await seen(client, async (by) => {
        expect((await by.outcome()).body).toBe('abc');
      });
      expect(timesOver()).toBe(1);
    });

    it('holds whoever writes to the pace of the client, and calls the latest listener alone', async () => {
      const { reply, client, over } = await get();
      const calls: string[] = [];
      client?.stopReading();
      reply.head(200, '', ['Content-Type', 'text/plain']);
      let writes = 1;
      while (reply.write(LARGE) && writes < MAX_LARGE_WRITES) writes++;
      expect(client === null || writes < MAX_LARGE_WRITES).toBe(true);
      if (client !== null) {
        reply.onDrain(() => calls.push('first'));
        const drained = new Promise<void>((resolve) => {
          reply.onDrain(() => {
            calls.push('second');
            resolve();
          });
        });
        client.resumeReading();
        await drained;
        expect(new Set(calls)).toEqual(new Set(['second']));
      }
      reply.end(null, null);
      expect(await over()).toBe(false);
      expect(client === null || (await client.outcome()).body.length === writes * LARGE.length).toBe(true);
    });

    it('lets the client see that something is missing when it is aborted', async () => {
      const { reply, client, over, timesOver } = await get();
      reply.head(200, '', ['Content-Type', 'text/plain']);
      reply.write(Buffer.from('abc'));
      reply.flush();
      await client?.head();
      reply.abort();
      await over();
      await seen(client, async (by) => {
        expect((await by.outcome()).complete).toBe(false);
      });
      reply.write(Buffer.from('def'));
      reply.end(null, null);
      reply.abort();
      expect(timesOver()).toBe(1);
    });

    it('is over when the client leaves, and takes what is still said without a word', async () => {
      const { reply, client, over, timesOver } = await get();
      reply.head(200, '', ['Content-Type', 'text/plain']);
      reply.write(Buffer.from('abc'));
      reply.flush();
      await client?.head();
      client?.leave();
      if (client === null) reply.abort();
      expect(await over()).toBe(client !== null);
      reply.informational(103, ['Link', '</a.css>']);
      reply.write(Buffer.from('def'));
      reply.flush();
      reply.closeAfter();
      reply.end(Buffer.from('ghi'), null);
      expect(timesOver()).toBe(1);
    });
  });
}
