// Imports request logs from elsewhere, such as those of a site before it was added here, or the demo's sample data:
//
//   node services/logs/dist/modules/import/tools/import-records.js --source NAME --since TIME --domain ID … < FILE.jsonl
//
// A request per line, as JSON, sorted by the hour (import-line.schema.ts). Hours in which a domain has traffic already
// are skipped, so an import only ever fills gaps, and lines before TIME are refused. Nothing of it counts towards a
// plan's bandwidth. First it prints one line with the hours to skip, so that the producer need not generate them. Then
// it reads; at the end it prints the result. The service's environment must be set; the service itself may run.
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { loadConfig, Metrics, openDatabase } from '@palisade/nest-kit';
import { z } from 'zod';
import { logToolFields } from '../../../config/config.ts';
import { databaseOptions } from '../../../database/database.ts';
import { IngestMetricsService } from '../../ingest/ingest-metrics.service.ts';
import { RecordStoreService } from '../../ingest/record-store.service.ts';
import { NO_RECORDINGS } from '../../ingest/recorded-requests.service.ts';
import { SitesRepository } from '../../ingest/sites.repository.ts';
import { createLogStore } from '../../log-store/nest/log-store.factory.ts';
import { RollUpsRepository } from '../../roll-ups/roll-ups.repository.ts';
import { boundedLines } from '../bounded-lines.ts';
import { ImportLineError, LogImport } from '../log-import.ts';

/** More than the longest line that the schema accepts. */
const MAX_LINE_BYTES = 2 * 1024 * 1024;

const argumentsSchema = z.object({
  source: z.string().min(1).max(100),
  since: z.iso.datetime(),
  domain: z.array(z.uuid().toLowerCase()).min(1).max(1_000),
});

const { values } = parseArgs({
  options: {
    source: { type: 'string' },
    since: { type: 'string' },
    domain: { type: 'string', multiple: true },
  },
});
const given = argumentsSchema.parse(values);
const config = loadConfig(logToolFields);
const database = await openDatabase(databaseOptions(config));
const store = createLogStore(database, config);
try {
  const sinceMs = Date.parse(given.since);
  const taken = await new RollUpsRepository(database, store).hoursWithTraffic(given.domain, sinceMs);
  await say({ taken: Object.fromEntries([...taken].map(([id, hours]) => [id, [...hours]])) });
  const records = new RecordStoreService(
    database,
    store,
    new SitesRepository(database),
    new IngestMetricsService(new Metrics()),
    NO_RECORDINGS,
  );
  const nowMs = Date.now();
  const work = new LogImport({
    store: (batches) => records.store(batches, nowMs, false),
    taken,
    sinceMs,
    source: given.source,
    nowMs,
  });
  await say(await work.run(boundedLines(process.stdin, MAX_LINE_BYTES)));
} catch (error) {
  if (!(error instanceof ImportLineError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
} finally {
  await store.close();
  await database.destroy();
}

async function say(answer: object): Promise<void> {
  if (!process.stdout.write(`${JSON.stringify(answer)}\n`)) await once(process.stdout, 'drain');
}
