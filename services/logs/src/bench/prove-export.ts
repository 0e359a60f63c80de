// npm run prove:export [-- --store postgresql|clickhouse --rows N]
//
// One export of that many entries: whether all of them are in the file, how long it takes, and how much memory the
// service needs. Fails where entries are missing or memory grows with their number.
import { loadavg } from 'node:os';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createGunzip } from 'node:zlib';
import type { LogExportView } from '../modules/log-exports/log-export.schema.ts';
import { STORES, startBenchService } from './bench-service.ts';
import { makeRecords, RECORDS_PER_BATCH } from './made-batches.ts';
import { residentMegabytes } from './processes.ts';
import { round } from './questions.ts';

const { values: options } = parseArgs({
  options: {
    store: { type: 'string', default: 'postgresql' },
    rows: { type: 'string', default: '5000000' },
  },
});
/** Allowed growth of memory: a page of rows, a part of the file, and garbage that is not collected yet. */
const MAX_MB = 200;
const SPAN_MS = 2 * 86_400_000;
const PATH = '/dashboard/log-exports';

const store = STORES.find((name) => name === options.store);
if (store === undefined) throw new Error(`there is no store ${options.store}: ${STORES.join(', ')}`);
const bench = await startBenchService(store);
try {
  await bench.ready();
  const batches = Math.ceil(Number(options.rows) / RECORDS_PER_BATCH);
  const began = Date.now();
  for (let i = 0; i < batches; i++)
    await bench.publish(
      makeRecords(bench.sites, began - SPAN_MS + (i / batches) * SPAN_MS, 60_000),
      `node-${i % 4}`,
    );
  await bench.untilStored(batches * RECORDS_PER_BATCH);
  const before = residentMegabytes(bench.pid);
  const cpuBefore = bench.cpu();
  const started = performance.now();
  const answer = await bench.surroundings.fetchAs(bench.owner, `${PATH}?format=ndjson`, { method: 'POST' });
  const { id } = (await answer.json()) as LogExportView;
  let most = before;
  let view: LogExportView | undefined;
  while (view?.state !== 'finished') {
    await sleep(200);
    most = Math.max(most, residentMegabytes(bench.pid));
    const { body } = await bench.surroundings.get(bench.owner, PATH);
    view = (body.exports as LogExportView[]).find((one) => one.id === id);
    if (view?.state === 'failed') throw new Error('the export has failed');
  }
  const seconds = round((performance.now() - started) / 1_000);
  const cpu = bench.cpu();
  const lines = await countLines(id, () => {
    most = Math.max(most, residentMegabytes(bench.pid));
  });
  const result = {
    store,
    load: round(loadavg()[0]!),
    ...{ rows: view.rows, bytes: view.bytes, is_whole: view.is_whole, lines, seconds },
    cpu_seconds: { service: round(cpu.service - cpuBefore.service) },
    memory_mb: { before, most },
  };
  console.log(JSON.stringify(result));
  const isWhole = lines === batches * RECORDS_PER_BATCH && view.rows === lines;
  if (!isWhole) console.error(`${batches * RECORDS_PER_BATCH} entries were stored`);
  if (most - before > MAX_MB)
    console.error(`the service took ${most - before} MB more, ${MAX_MB} is the most`);
  if (!isWhole || most - before > MAX_MB) process.exitCode = 1;
} finally {
  await bench.dispose();
}

async function countLines(id: string, onChunk: () => void): Promise<number> {
  const file = await bench.surroundings.fetchAs(bench.owner, `${PATH}/${id}/file`);
  if (file.body === null) throw new Error(`the file was refused: ${file.status}`);
  let lines = 0;
  const LINE_FEED = 10;
  for await (const chunk of Readable.fromWeb(file.body as never).pipe(createGunzip())) {
    for (const byte of chunk as Buffer) if (byte === LINE_FEED) lines++;
    onChunk();
  }
  return lines;
}
