import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { newCounters } from '../../pipeline/worker-counters.ts';
import { readRecords } from './spool-format.ts';
import { SpoolWriter } from './spool-writer.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'spool-writer-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const spool = () => path.join(folder, 'spool');

/** What whole records hold, in the order of segments. */
const stored = (): string[] =>
  readdirSync(spool())
    .sort()
    .flatMap((name) => readRecords(readFileSync(path.join(spool(), name)), Number.POSITIVE_INFINITY).payloads)
    .map((payload) => /record-\d+/.exec(payload.toString('latin1'))![0]);

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `record-${index}`);

function writer(errors: Error[] = []) {
  const counters = newCounters();
  const options = { folder: spool(), segmentBytes: 8_000_000, retryMs: 20 };
  const spooled = new SpoolWriter({ ...options, onError: (error) => errors.push(error) }, counters);
  return { spooled, counters };
}

function append(spooled: SpoolWriter, from: number, to: number): void {
  for (let index = from; index < to; index++) {
    spooled.append((proto) => proto.text(1, `record-${index} ${'x'.repeat(1_000)}`));
  }
}

it('a record is with the kernel after the turn that it came in: a kill -9 loses only what that turn answered', () => {
  mkdirSync(spool());
  const writerSource = path.join(import.meta.dirname, 'spool-writer.ts');
  // The one thread that touches the disk does one thing after another: what it does after the turn comes after the write.
  const script = `
    const { stat } = await import('node:fs/promises');
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    const { SpoolWriter } = await import(${JSON.stringify(writerSource)});
    const folder = ${JSON.stringify(spool())};
    const counters = { logRecords: 0, logRecordsLost: 0 };
    const writer = new SpoolWriter({ folder, segmentBytes: 8_000_000, onError: console.error }, counters);
    writer.append((proto) => proto.text(1, 'record-0'));
    await new Promise((resolve) => setTimeout(resolve, 225));
    for (let index = 1; index < 4; index++) writer.append((proto) => proto.text(1, 'record-' + index));
    await turn();
    await stat(folder);
    process.kill(process.pid, 'SIGKILL');
  `;
  const child = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
    env: { ...process.env, UV_THREADPOOL_SIZE: '1' },
  });
  expect({ signal: child.signal, stderr: child.stderr }).toEqual({ signal: 'SIGKILL', stderr: '' });
  expect(stored()).toEqual(numbered(4));
});

describe('records that the disk does not take', () => {
  it('wait in memory, and are all there once when it does', async () => {
    const errors: Error[] = [];
    const { spooled, counters } = writer(errors);
    append(spooled, 0, 500);
    while (errors.length < 2) await sleep(5);
    append(spooled, 500, 1_000);
    mkdirSync(spool());
    await sleep(50);
    append(spooled, 1_000, 1_500);
    await spooled.close();
    expect(stored()).toEqual(numbered(1_500));
    expect(counters).toMatchObject({ logRecords: 1_500, logRecordsLost: 0 });
  });

  it('are counted, each once, where there is no further attempt, or no room to wait', async () => {
    const { spooled, counters } = writer();
    append(spooled, 0, 20_000);
    const { logRecords: taken, logRecordsLost: refused } = counters;
    expect(refused).toBeGreaterThan(0);
    expect(taken + refused).toBe(20_000);
    await spooled.close();
    expect(counters.logRecordsLost).toBe(20_000);
  });

  it('are not repeated where it took a part: the rest goes on behind the last whole record', () => {
    mkdirSync(spool());

    const writerSource = path.join(import.meta.dirname, 'spool-writer.ts');
    const script = `
      const { SpoolWriter } = await import(${JSON.stringify(writerSource)});
      const counters = { logRecords: 0, logRecordsLost: 0 };
      const options = { folder: ${JSON.stringify(spool())}, segmentBytes: 8_000_000, retryMs: 20 };
      let errors = 0;
      const writer = new SpoolWriter({ ...options, onError: () => errors++ }, counters);
      for (let index = 0; index < 600; index++) {
        writer.append((proto) => proto.text(1, 'record-' + index + ' ' + 'x'.repeat(1_000)));
        if (index % 50 === 0) await new Promise((resolve) => setTimeout(resolve, 30));
      }
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      await writer.close();
      console.log(JSON.stringify({ ...counters, errors }));
    `;
    // No file may have more than 100 blocks of 512 bytes: a write is cut short, and the next one fails.
    const shell = 'ulimit -f 100 && exec "$0" --input-type=module -e "$1"';
    const child = spawnSync('sh', ['-c', shell, process.execPath, script], { encoding: 'utf8' });
    const { errors, ...counters } = JSON.parse(child.stdout || JSON.stringify(child.stderr)) as {
      errors: number;
    };
    expect(counters).toEqual({ logRecords: 600, logRecordsLost: 0 });
    expect(errors).toBeGreaterThan(5);
    expect(stored()).toEqual(numbered(600));
  });
});

it('a record that cannot be encoded hides none behind it', async () => {
  mkdirSync(spool());
  const { spooled } = writer();
  append(spooled, 0, 1);
  expect(() =>
    spooled.append(() => {
      throw new Error('cannot be encoded');
    }),
  ).toThrow('cannot be encoded');
  append(spooled, 1, 2);
  await spooled.close();
  expect(stored()).toEqual(numbered(2));
});
