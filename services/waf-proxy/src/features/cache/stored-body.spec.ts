import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { DiskFolder } from '../../io/disk-folder.ts';
import { type DiskQuota, StoredBody } from './stored-body.ts';
import type { BodySink } from './stored-body-reader.ts';

const ENDLESS: DiskQuota = { take: () => true, give: () => undefined };
let folder: string;
let disk: DiskFolder;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'stored-body-'));
  disk = new DiskFolder(path.join(folder, 'bodies'));
});
afterEach(async () => {
  // A body that was deleted may be making its file just now.
  await disk.remove();
  rmSync(folder, { recursive: true });
});

/** A client whose buffer is full after every few chunks, and writable again a little later. */
class Client implements BodySink {
  readonly received: Buffer[] = [];
  private readonly fullEvery: number;
  private drain: () => void = () => undefined;
  private chunks = 0;

  constructor(fullEvery: number) {
    this.fullEvery = fullEvery;
  }

  write(chunk: Buffer): boolean {
    this.received.push(Buffer.from(chunk));
    this.chunks++;
    if (this.chunks % this.fullEvery !== 0) return true;
    setImmediate(() => this.drain());
    return false;
  }

  onDrain(listener: () => void): void {
    this.drain = listener;
  }
}

describe('a body that is stored while it arrives', () => {
  it('is read whole by everybody, from anywhere, at any pace, in memory and on disk', async () => {
    const reader = fc.record({
      from: fc.nat(2_000),
      bytes: fc.option(fc.nat(1_000), { nil: Number.POSITIVE_INFINITY }),
      fullEvery: fc.integer({ min: 1, max: 4 }),
      joinsAfter: fc.nat(12),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 12 }),
        fc.array(reader, { minLength: 1, maxLength: 4 }),
        async (sizes, readers) => {
          const body = new StoredBody(
            { memoryBytes: 500, objectBytes: 100_000 },
            disk,
            ENDLESS,
            () => undefined,
          );
          const whole = Buffer.from(
            sizes.map((size, n) => String.fromCharCode(65 + n).repeat(size)).join(''),
          );
          const clients = readers.map((each) => ({ ...each, client: new Client(each.fullEvery) }));
          const done: Promise<boolean>[] = [];
          const join = (step: number) => {
            for (const { from, bytes, client, joinsAfter } of clients) {
              if (joinsAfter !== step) continue;
              done.push(new Promise((resolve) => body.read(from, from + bytes, client, resolve)));
            }
          };
          let at = 0;
          for (const [step, size] of sizes.entries()) {
            join(step);
            body.append(whole.subarray(at, at + size));
            at += size;
            if (step % 3 === 0) await new Promise((resolve) => setImmediate(resolve));
          }
          body.complete();
          for (let step = sizes.length; step <= 12; step++) join(step);
          expect((await Promise.all(done)).every((each) => each)).toBe(true);
          for (const { from, bytes, client } of clients) {
            expect(Buffer.concat(client.received).toString()).toBe(
              whole.toString('latin1', from, from + bytes),
            );
          }
          expect(body.length).toBe(whole.length);
          expect(body.whole === null).toBe(whole.length > 500);
          body.delete();
        },
      ),
      { numRuns: 150 },
    );
  });

  it('leaves no file behind once it is deleted and its last reader is done', async () => {
    const body = new StoredBody({ memoryBytes: 10, objectBytes: 1_000 }, disk, ENDLESS, () => undefined);
    body.append(Buffer.alloc(100, 'a'));
    body.complete();
    const client = new Client(1);
    const read = new Promise<boolean>((resolve) => body.read(0, Number.POSITIVE_INFINITY, client, resolve));
    body.delete();
    expect(await read).toBe(true);
    expect(Buffer.concat(client.received)).toHaveLength(100);
    await gone();
  });

  it('tells its readers when it breaks off, and takes no more than is allowed', async () => {
    const taken: number[] = [];
    const quota: DiskQuota = {
      take: (bytes) => {
        taken.push(bytes);
        return taken.reduce((sum, each) => sum + each, 0) <= 150;
      },
      give: () => undefined,
    };
    const body = new StoredBody({ memoryBytes: 10, objectBytes: 1_000 }, disk, quota, () => undefined);
    expect(body.append(Buffer.alloc(100))).toBe('more');
    const read = new Promise<boolean>((resolve) =>
      body.read(0, Number.POSITIVE_INFINITY, new Client(1), resolve),
    );
    expect(body.append(Buffer.alloc(100))).toBe('too-large');
    body.break();
    expect(await read).toBe(false);
    await gone();
  });

  async function gone(): Promise<void> {
    const deadline = Date.now() + 10_000;
    while (readdirSync(path.join(folder, 'bodies')).length > 0) {
      if (Date.now() > deadline) throw new Error('a file was left');
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
});
