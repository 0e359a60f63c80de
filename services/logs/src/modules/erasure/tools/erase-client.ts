// Finds what is stored of a person who asks for it, and deletes it:
//
//   node services/logs/dist/modules/erasure/tools/erase-client.js --domain ID … --address ADDRESS --from TIME --to TIME [--delete]
//
// Without --delete it only counts. The service's environment must be set; the service itself may run.
import { parseArgs } from 'node:util';
import { loadConfig, openDatabase } from '@palisade/nest-kit';
import { z } from 'zod';
import { logToolFields } from '../../../config/config.ts';
import { databaseOptions } from '../../../database/database.ts';
import { SitesRepository } from '../../ingest/sites.repository.ts';
import { createLogStore } from '../../log-store/nest/log-store.factory.ts';
import { RecordingsRepository } from '../../recording-store/recordings.repository.ts';
import { keptClient } from '../../search/log-filter.schema.ts';
import { ClientErasureService } from '../client-erasure.service.ts';

const argumentsSchema = z
  .object({
    domain: z.array(z.uuid().toLowerCase()).min(1).max(1_000),
    address: z.string().transform((text, context) => {
      const address = keptClient(text);
      if (address !== null) return address;
      context.addIssue({ code: 'custom', message: 'is neither an address nor a network' });
      return z.NEVER;
    }),
    from: z.iso.datetime(),
    to: z.iso.datetime(),
    delete: z.boolean().default(false),
  })
  .refine(({ from, to }) => from < to, { path: ['to'], message: 'is not after "from"' });

const { values } = parseArgs({
  options: {
    domain: { type: 'string', multiple: true },
    address: { type: 'string' },
    from: { type: 'string' },
    to: { type: 'string' },
    delete: { type: 'boolean' },
  },
});
const given = argumentsSchema.safeParse(values);
if (!given.success) {
  process.stderr.write(`${z.prettifyError(given.error)}\n`);
  process.exit(2);
}
const { domain, address, from, to } = given.data;
const span = { fromMs: Date.parse(from), toMs: Date.parse(to) };
const config = loadConfig(logToolFields);
const database = await openDatabase(databaseOptions(config));
const store = createLogStore(database, config);
try {
  const erasure = new ClientErasureService(
    database,
    store,
    new SitesRepository(database),
    new RecordingsRepository(database),
  );
  for (const siteId of domain) {
    const client = { siteId, address, span };
    const found = given.data.delete ? await erasure.erase(client) : (await erasure.find(client)).found;
    process.stdout.write(`${JSON.stringify({ domain: siteId, deleted: given.data.delete, ...found })}\n`);
  }
} finally {
  await store.close();
  await database.destroy();
}
