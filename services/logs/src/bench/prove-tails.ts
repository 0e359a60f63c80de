// npm run prove:tails [-- --store postgresql|clickhouse --tails N --rate N --seconds N]
//
// Live logs beside ingestion: records arrive at a steady rate, first without tails, then with many open tails of
// different accounts. Measures CPU per record, ingestion lag, and the age of entries when a tail receives them. Fails
// where the 99th percentile of that age exceeds a second, or ingestion falls behind.
import { randomUUID } from 'node:crypto';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { LiveLogs } from '../modules/live/live-logs.schema.ts';
import { type BenchService, STORES, startBenchService } from './bench-service.ts';
import { makeRecords } from './made-batches.ts';
import { round } from './questions.ts';

const { values: options } = parseArgs({
  options: {
    store: { type: 'string', default: 'postgresql' },
    tails: { type: 'string', default: '200' },
    rate: { type: 'string', default: '2000' },
    seconds: { type: 'string', default: '30' },
  },
});
const TICK_MS = 100;
const TOLD_WITHIN_MS = 1_000;
/** Maximum records that may wait to be stored: two seconds' worth. */
const BEHIND_SECONDS = 2;

const store = STORES.find((name) => name === options.store);
if (store === undefined) throw new Error(`there is no store ${options.store}: ${STORES.join(', ')}`);
const [tails, rate, seconds] = [Number(options.tails), Number(options.rate), Number(options.seconds)];

interface Received {
  entries: number;
  gaps: number;
  agesMs: number[];
}

const bench = await startBenchService(store);
const leaving = new AbortController();
try {
  await bench.ready();
  await feed(bench, 5);
  const alone = await feed(bench, seconds);
  const received: Received = { entries: 0, gaps: 0, agesMs: [] };
  const opened = await Promise.all(Array.from({ length: tails }, (_, i) => openTail(i, received)));
  await feed(bench, 5);
  Object.assign(received, { entries: 0, gaps: 0, agesMs: [] });
  const watched = await feed(bench, seconds);
  const ages = received.agesMs.sort((a, b) => a - b);
  const ageAt = (share: number) => Math.round(ages[Math.floor(ages.length * share)] ?? Number.NaN);
  const result = {
    store,
    load: round(loadavg()[0]!),
    alone,
    watched,
    tails: opened.length,
    told: { entries: received.entries, gaps: received.gaps, age_p50_ms: ageAt(0.5), age_p99_ms: ageAt(0.99) },
  };
  console.log(JSON.stringify(result));
  const isLate = !(result.told.age_p99_ms <= TOLD_WITHIN_MS);
  const isBehind = watched.most_behind > BEHIND_SECONDS * rate;
  if (isLate) console.error(`entries are told after ${result.told.age_p99_ms} ms`);
  if (isBehind) console.error(`storing is ${watched.most_behind} records behind`);
  if (isLate || isBehind) process.exitCode = 1;
} finally {
  leaving.abort();
  await bench.dispose();
}

/** Publishes at the rate; returns the largest lag, and the cost of a record. */
async function feed(service: BenchService, forSeconds: number) {
  const count = Math.round((rate * TICK_MS) / 1_000);
  const before = await service.counted();
  const cpuBefore = service.cpu();
  const began = performance.now();
  let published = 0;
  let behind = 0;
  let looking = Promise.resolve();
  for (let tick = 0; tick < (forSeconds * 1_000) / TICK_MS; tick++) {
    await service.publish(makeRecords(service.sites, Date.now(), 1, count), `node-${tick % 4}`);
    published += count;
    if (tick % 10 === 9)
      looking = looking.then(async () => {
        const waiting = published - ((await service.counted()) - before);
        behind = Math.max(behind, waiting);
      });
    await sleep(Math.max(0, began + (tick + 1) * TICK_MS - performance.now()));
  }
  await looking;
  await service.untilStored(before + published);
  const after = service.cpu();
  const perThousand = (name: keyof typeof after) =>
    Math.round(((after[name] - cpuBefore[name]) * 1e6) / published) / 1_000;
  return {
    records: published,
    records_per_second: Math.round(published / ((performance.now() - began) / 1_000)),
    most_behind: behind,
    cpu_seconds_per_1000_records: {
      service: perThousand('service'),
      postgresql: perThousand('postgresql'),
      clickhouse: perThousand('clickhouse'),
    },
  };
}

/** Of an account with one of the sites; some filter for blocked requests. */
async function openTail(index: number, received: Received): Promise<void> {
  const account = randomUUID();
  const site = bench.sites[index % bench.sites.length]!;
  bench.surroundings.domainsOf.set(account, [{ id: site, name: `tail-${index}.example` }]);
  const query = index % 4 === 0 ? '?status_filter=blocked' : '';
  const response = await bench.surroundings.fetchAs(account, `/dashboard/logs/live${query}`, {
    signal: leaving.signal,
  });
  if (response.status !== 200) throw new Error(`a tail was refused: ${await response.text()}`);
  void read(response, received).catch((error: unknown) => {
    if (!leaving.signal.aborted) throw error;
  });
}

async function read({ body }: Response, received: Received): Promise<void> {
  let text = '';
  for await (const chunk of (body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const events = text.split('\n\n');
    text = events.pop() ?? '';
    const now = Date.now();
    for (const event of events) {
      const data = event.split('\ndata: ')[1];
      if (data === undefined) continue;
      const { logs, gap } = JSON.parse(data) as LiveLogs;
      received.entries += logs.length;
      if (gap) received.gaps++;
      for (const { timestamp } of logs) received.agesMs.push(now - Date.parse(timestamp));
    }
  }
}
