import { compressiblePage } from './compressible-page.ts';
import { wrkLoad } from './load.ts';
import { type Measurement, measureInTurns } from './measure.ts';
import { startEdge, startOrigin, startProxy } from './servers.ts';
import { compressedPage } from './workloads.ts';

const CONNECTIONS = 32;
const PAGE_BYTES = 4 * 1024;
/** CPU per request, to nginx with gzip. */
const GOAL = 3;
/** What browsers accept, and what is left of it with a client that knows but one coding. */
const CLIENTS = ['gzip, deflate, br, zstd', 'gzip, deflate, br', 'gzip'];

/** An uncached page that is compressed for every client anew, against nginx with gzip at its default level, 1. */
export async function compareCompression(folder: string, rounds: number): Promise<object> {
  const { port: originPort } = await startOrigin(folder, compressiblePage(PAGE_BYTES));
  const settings = { originPort, compression: true };
  const targets = [
    await startProxy(folder, originPort, { name: 'nginx' }),
    await startProxy(folder, originPort, { name: 'nginx-gzip', inside: 'gzip on;' }),
    { ...(await startEdge(folder, 'bare', settings)), name: 'edge' },
    { ...(await startEdge(folder, 'policy', settings)), name: 'edge, policy' },
    { ...(await startEdge(folder, 'rules', settings)), name: 'edge, rules' },
  ];
  const results: Record<string, Record<string, Measurement>> = {};
  for (const accepted of CLIENTS) {
    const workload = compressedPage(accepted);
    results[workload.name] = await measureInTurns(targets, wrkLoad(folder, workload, CONNECTIONS), rounds);
  }
  return report(results, rounds);
}

function report(results: Record<string, Record<string, Measurement>>, rounds: number): object {
  const table: Record<string, Record<string, string>> = {};
  const toNginxGzip: Record<string, Record<string, number>> = {};
  let errors = 0;
  for (const [name, row] of Object.entries(results)) {
    table[name] = {};
    toNginxGzip[name] = {};
    for (const [target, { micros, errors: count }] of Object.entries(row)) {
      const ratio = Number((micros / row['nginx-gzip']!.micros).toFixed(2));
      table[name][target] = `${micros.toFixed(1)} µs, ${ratio.toFixed(2)} ×`;
      toNginxGzip[name][target] = ratio;
      errors += count;
    }
  }
  console.table(table);
  console.log(`goal for "edge": ${GOAL} × nginx-gzip`);
  return { rounds, connections: CONNECTIONS, toNginxGzip, errors, results };
}
