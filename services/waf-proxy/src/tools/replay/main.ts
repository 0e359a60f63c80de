// `npm run waf:replay -- FILE.jsonl[.gz] [--limit N] [--url http://ADDRESS:PORT] [--host NAME] [--concurrency N]`
//
// Sends the requests of a corpus file through a data plane and says, per source and class, how many were sent, blocked,
// passed and failed. Without --url it starts a data plane of its own. The last line is one JSON object.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildRequest, readCorpus, readProfiles } from './corpus.ts';
import { KeepAliveClient } from './keep-alive-client.ts';
import { startOwnEdge } from './own-edge.ts';
import { outcomeOf, Tallies } from './tally.ts';

const MAX_ERRORS_SHOWN = 10;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    limit: { type: 'string' },
    url: { type: 'string' },
    host: { type: 'string', default: 'shop.example' },
    concurrency: { type: 'string', default: '8' },
  },
});
const [file] = positionals;
if (file === undefined) {
  console.error(
    'usage: npm run waf:replay -- FILE.jsonl[.gz] [--limit N] [--url http://ADDRESS:PORT] [--host NAME]',
  );
  process.exit(2);
}
// npm runs scripts in the workspace's root; a relative name means the caller's folder.
const corpusFile = path.resolve(process.env.INIT_CWD ?? process.cwd(), file);
const limit = values.limit === undefined ? Number.POSITIVE_INFINITY : Number(values.limit);
const { host } = values;

const own = values.url === undefined ? await startOwnEdge(host) : null;
const target = own === null ? new URL(values.url!) : new URL(`http://127.0.0.1:${own.port}`);
const profiles = readProfiles(corpusFile);
const tallies = new Tallies();
const lines = readCorpus(corpusFile, limit);
const began = performance.now();
let errorsShown = 0;

async function sendLines(): Promise<void> {
  const client = new KeepAliveClient(target.hostname, Number(target.port || 80));
  for (let next = await lines.next(); !next.done; next = await lines.next()) {
    const line = next.value;
    try {
      const isHead = line.method === 'HEAD';
      const answer = await client.send(buildRequest(line, profiles, host), isHead);
      tallies.add(line.label, line.source, line.class, outcomeOf(answer, isHead), answer.status);
    } catch (error) {
      tallies.add(line.label, line.source, line.class, 'errors', 0);
      errorsShown++;
      if (errorsShown <= MAX_ERRORS_SHOWN) console.error(`${line.id}: ${(error as Error).message}`);
    }
  }
  client.close();
}

await Promise.all(Array.from({ length: Number(values.concurrency) }, sendLines));
const seconds = (performance.now() - began) / 1_000;
await own?.stop();

const rows = tallies.rows();
console.table(rows.map((row) => ({ ...row, 'blocked %': percentage(row.blocked, row.sent) })));
console.log(
  JSON.stringify({
    file: path.basename(corpusFile),
    ...tallies.total,
    blockedPercent: percentage(tallies.total.blocked, tallies.total.sent),
    statuses: tallies.statuses,
    seconds: Number(seconds.toFixed(2)),
    groups: rows,
  }),
);
process.exitCode = tallies.total.errors > 0 ? 1 : 0;

function percentage(part: number, whole: number): number {
  return whole === 0 ? 0 : Number(((100 * part) / whole).toFixed(2));
}
