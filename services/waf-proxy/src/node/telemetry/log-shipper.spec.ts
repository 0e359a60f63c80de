import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fromBinary } from '@bufbuild/protobuf';
import { requestLogV1 } from '@palisade/contracts';
import type { SegmentProgress } from '@palisade/edge-state';
import { newCounters } from '../../pipeline/worker-counters.ts';
import { LogShipper, type ShipperOptions } from './log-shipper.ts';
import { readRecords } from './spool-format.ts';
import { SpoolWriter } from './spool-writer.ts';

let folder: string;
let stored: Map<string, string>;
let progress: Map<string, SegmentProgress>;
let busIsUp: boolean;
let storeIsUp: boolean;
let batches: number;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'spool-'));
  stored = new Map();
  progress = new Map();
  busIsUp = true;
  storeIsUp = true;
  batches = 0;
});

afterEach(() => rmSync(folder, { recursive: true }));

/** A log service: stores each (segment, index) once, confirms what it has, repeats included. */
function consume(payload: Uint8Array): void {
  const batch = fromBinary(requestLogV1.RequestLogBatchSchema, payload);
  batches++;
  if (!storeIsUp) return;
  batch.records.forEach((record, at) => {
    const name = `${batch.segmentId}:${Number(batch.firstIndex) + at}`;
    if (stored.has(name)) expect(stored.get(name)).toBe(record.requestId);
    stored.set(name, record.requestId);
  });
  const nextIndex = Number(batch.firstIndex) + batch.records.length;
  const known = progress.get(batch.segmentId);
  if (known?.done) return;
  progress.set(batch.segmentId, { nextIndex: Math.max(nextIndex, known?.nextIndex ?? 0), done: batch.last });
}

function shipper(options: Partial<ShipperOptions> = {}): LogShipper {
  return new LogShipper({
    folder,
    nodeId: 'node',
    publisher: {
      publish: async (payload) => {
        if (!busIsUp) throw new Error('the bus is away');
        consume(payload);
      },
    },
    commits: {
      read: async (ids) => new Map([...progress].filter(([id]) => ids.includes(id))),
      forget: async (ids) => {
        for (const id of ids) progress.delete(id);
      },
    },
    maxBytes: 1_000_000_000,
    isWriting: () => false,
    onError: (error) => {
      throw error;
    },
    onLoss: () => undefined,
    repeatAfterMs: 0,
    ...options,
  });
}

async function write(from: number, count: number, segmentBytes = 8_000_000): Promise<void> {
  const writer = new SpoolWriter(
    {
      folder,
      segmentBytes,
      onError: (error) => {
        throw error;
      },
    },
    newCounters(),
  );
  for (let index = from; index < from + count; index++) {
    writer.append((proto) => {
      proto.text(1, `request-${index}`);
      proto.text(26, 'x'.repeat(200));
    });
    if (index % 500 === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await writer.close();
}

const expectAll = (count: number) => {
  expect([...stored.values()].sort()).toEqual(Array.from({ length: count }, (_, n) => `request-${n}`).sort());
};

describe('spool and shipper', () => {
  it('deliver every record once, in several segments, and leave an empty folder', async () => {
    await write(0, 12_000, 200_000);
    expect(readdirSync(folder).length).toBeGreaterThan(5);
    const ship = shipper();
    for (let round = 0; round < 5; round++) await ship.round();
    expectAll(12_000);
    expect(readdirSync(folder)).toEqual([]);
    expect(progress.size).toBe(0);
  });

  it('keep everything while the bus is away', async () => {
    await write(0, 1_000);
    busIsUp = false;
    await expect(shipper().round()).rejects.toThrow('the bus is away');
    busIsUp = true;
    const ship = shipper();
    await ship.round();
    await ship.round();
    expectAll(1_000);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('send again what nobody confirmed, and delete nothing before', async () => {
    await write(0, 3_000);
    storeIsUp = false;
    const ship = shipper();
    await ship.round();
    await ship.round();
    expect(stored.size).toBe(0);
    expect(readdirSync(folder)).toHaveLength(1);
    storeIsUp = true;
    await ship.round();
    await ship.round();
    await ship.round();
    expectAll(3_000);
    expect(ship.state.repeats).toBeGreaterThan(0);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('do not send again, after a restart, what is confirmed already', async () => {
    await write(0, 3_000);
    const [file] = readdirSync(folder);
    progress.set(file!.replace(/\.log$/, ''), { nextIndex: 2_900, done: false });
    await shipper().round();
    expect([...stored.values()]).toEqual(Array.from({ length: 100 }, (_, n) => `request-${2_900 + n}`));
  });

  it('adopt what a killed worker left, up to the record that it did not finish', async () => {
    await write(0, 10);
    const [name] = readdirSync(folder);
    const whole = readFileSync(path.join(folder, name!));
    rmSync(path.join(folder, name!));
    writeFileSync(path.join(folder, name!.replace('.log', '.open')), whole.subarray(0, whole.length - 7));
    const ship = shipper();
    await ship.round();
    await ship.round();
    expectAll(9);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('follow a segment that still grows, and wait for its end', async () => {
    await write(0, 10);
    const [name] = readdirSync(folder);
    const whole = readFileSync(path.join(folder, name!));
    rmSync(path.join(folder, name!));
    const open = path.join(folder, name!.replace('.log', '.open'));
    writeFileSync(open, whole.subarray(0, 500));
    let writing = true;
    const ship = shipper({ isWriting: () => writing, repeatAfterMs: 60_000 });
    await ship.round();
    expect(stored.size).toBe(2);
    writeFileSync(open, whole);
    await ship.round();
    expect(stored.size).toBe(10);
    writing = false;
    await ship.round();
    await ship.round();
    expectAll(10);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('drop the oldest when the disk may hold no more, and say how many', async () => {
    await write(0, 6_000, 200_000);
    busIsUp = false;
    const lost: number[] = [];
    const ship = shipper({ maxBytes: 500_000, onLoss: (_id, records) => lost.push(records) });
    await expect(ship.round()).rejects.toThrow('the bus is away');
    const kept = readdirSync(folder).reduce((sum, name) => {
      return (
        sum + readRecords(readFileSync(path.join(folder, name)), Number.POSITIVE_INFINITY).payloads.length
      );
    }, 0);
    expect(lost.reduce((sum, records) => sum + records, 0) + kept).toBe(6_000);
    expect(ship.state.droppedRecords).toBe(6_000 - kept);
    expect(ship.state.bytes).toBeLessThanOrEqual(500_000);
    expect(batches).toBe(0);
  });
});
