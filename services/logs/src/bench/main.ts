// npm run bench:logs [-- --store postgresql|clickhouse --records N --rows N --gate]
//
// For each store: 1. Throughput: the service, pinned to one core, moves batches from the bus into the store. Wall time,
// CPU of each process, memory. 2. Queries: the store is filled to `rows` over seven days and 50 sites; each query is
// sent over HTTP.
//
// `--gate` fails where a store is below its gates. Wall time means little on a shared machine: the load is printed
// beside each figure, and throughput is judged by CPU seconds.

import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { DAY_MS } from '@palisade/basics';
import { type BenchService, STORES, type StoreName, startBenchService } from './bench-service.ts';
import { makeRecords, RECORDS_PER_BATCH } from './made-batches.ts';
import { residentMegabytes } from './processes.ts';
import { askAll, round, type Timing } from './questions.ts';

const { values: options } = parseArgs({
  options: {
    store: { type: 'string', multiple: true },
    records: { type: 'string', default: '750000' },
    rows: { type: 'string', default: '5000000' },
    gate: { type: 'boolean', default: false },
  },
});
const NODES = 4;
const WARM_BATCHES = 60;

/** Records per second and core, and milliseconds per query, at 5 M rows and at more. */
const GATES: Readonly<Record<StoreName, { perCore: number; p99Ms: number; p99MsOfMore: number }>> = {
  postgresql: { perCore: 50_000, p99Ms: 100, p99MsOfMore: Number.POSITIVE_INFINITY },
  clickhouse: { perCore: 150_000, p99Ms: 100, p99MsOfMore: 200 },
};
const USUAL_ROWS = 5_000_000;

const rows = Number(options.rows);
const missed: string[] = [];
for (const store of (options.store ?? STORES).map(storeNamed)) {
  const bench = await startBenchService(store);
  try {
    await bench.ready();
    const throughput = await measureThroughput(bench, Number(options.records));
    await fill(bench, rows);
    const load = round(loadavg()[0]!);
    const questions = await askAll(bench);
    console.log(JSON.stringify({ store, throughput, rows: await bench.counted(), load, questions }));
    missed.push(...missedBy(store, throughput.records_per_core_second, questions));
  } finally {
    await bench.dispose();
  }
}
for (const gate of missed) console.error(`below its gate: ${gate}`);
if (options.gate && missed.length > 0) process.exitCode = 1;

function storeNamed(name: string): StoreName {
  const store = STORES.find((one) => one === name);
  if (store === undefined) throw new Error(`there is no store ${name}: ${STORES.join(', ')}`);
  return store;
}

function missedBy(store: StoreName, perCore: number, questions: Record<string, Timing>): string[] {
  const gate = GATES[store];
  const most = rows > USUAL_ROWS ? gate.p99MsOfMore : gate.p99Ms;
  return [
    ...(perCore < gate.perCore ? [`${store}: ${perCore} records a core and second, ${gate.perCore}`] : []),
    ...Object.entries(questions)
      .filter(([, { p99_ms }]) => p99_ms > most)
      .map(([name, { p99_ms }]) => `${store}: ${name} ${p99_ms} ms, ${most}`),
  ];
}

async function measureThroughput(bench: BenchService, records: number) {
  const now = Date.now();
  const pool = Array.from({ length: 20 }, () => makeRecords(bench.sites, now - 60_000, 60_000));
  const batches = Math.ceil(records / RECORDS_PER_BATCH);
  const memory: number[] = [];
  const run = async (count: number) => {
    const before = await bench.counted();
    for (let i = 0; i < count; i++) {
      await bench.publish(pool[i % pool.length]!, `node-${i % NODES}`);
      if (i % 50 === 0) memory.push(residentMegabytes(bench.pid));
    }
    await bench.untilStored(before + count * RECORDS_PER_BATCH);
  };
  await run(Math.min(WARM_BATCHES, batches));
  memory.length = 0;
  const before = bench.cpu();
  const started = performance.now();
  await run(batches);
  const seconds = (performance.now() - started) / 1_000;
  const after = bench.cpu();
  const stored = batches * RECORDS_PER_BATCH;
  const perThousand = (name: keyof typeof after) =>
    Math.round(((after[name] - before[name]) * 1e6) / stored) / 1_000;
  return {
    records: stored,
    bytes_per_record: Math.round(pool[0]!.length / RECORDS_PER_BATCH),
    load: round(loadavg()[0]!),
    records_per_second: Math.round(stored / seconds),
    // The gate's figure: CPU of this service alone. The other includes its database and the store, which may be on
    // other machines.
    records_per_core_second: Math.round(stored / (after.service - before.service)),
    records_per_core_second_with_stores: Math.round(
      stored /
        (after.service -
          before.service +
          (after.postgresql - before.postgresql) +
          (after.clickhouse - before.clickhouse)),
    ),
    cpu_seconds_per_1000_records: {
      service: perThousand('service'),
      postgresql: perThousand('postgresql'),
      clickhouse: perThousand('clickhouse'),
    },
    memory_mb: { first: memory[0], most: Math.max(...memory), last: residentMegabytes(bench.pid) },
  };
}

async function fill(bench: BenchService, target: number): Promise<void> {
  const present = await bench.counted();
  const batches = Math.max(0, Math.ceil((target - present) / RECORDS_PER_BATCH));
  const now = Date.now();
  for (let i = 0; i < batches; i++) {
    const from = now - 7 * DAY_MS + (i / batches) * 7 * DAY_MS;
    await bench.publish(makeRecords(bench.sites, from, 60_000), `node-${i % NODES}`);
  }
  await bench.untilStored(present + batches * RECORDS_PER_BATCH);
  // Stands in for autovacuum, since days are minutes here.
  await bench.surroundings.database.query('VACUUM (ANALYZE)');
}
