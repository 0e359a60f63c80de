import { request } from 'node:http';
import { wrkLoad } from './load.ts';
import { geometricMean, type Measurement, measureInTurns } from './measure.ts';
import { startEdge, startOrigin, startProxy } from './servers.ts';
import { HOST, WORKLOADS } from './workloads.ts';

const CONNECTIONS = 32;

/** Answers from the cache, against nginx with `proxy_cache` and against asking the origin. */
export async function compareCache(folder: string, rounds: number): Promise<object> {
  const { port: originPort } = await startOrigin(folder);
  const targets = [
    await startProxy(folder, originPort, { name: 'nginx' }),
    await startProxy(folder, originPort, {
      name: 'nginx-hit',
      around: `proxy_cache_path ${folder}/nginx-cache keys_zone=pages:10m;`,
      inside: 'proxy_cache pages; proxy_cache_valid 200 10m;',
    }),
    { ...(await startEdge(folder, 'bare', { originPort, cached: true })), name: 'edge hit' },
    { ...(await startEdge(folder, 'policy', { originPort, cached: true })), name: 'edge hit, policy' },
    { ...(await startEdge(folder, 'rules', { originPort, cached: true })), name: 'edge hit, rules' },
  ];
  const results: Record<string, Record<string, Measurement>> = {};
  for (const workload of WORKLOADS.slice(0, 2)) {
    const path = workload.request.toString('latin1').split(' ')[1]!;
    // Without a cookie: what a visitor with one gets is stored only if the origin says so.
    for (const target of targets) await fetchOnce(target.port, path);
    results[workload.name] = await measureInTurns(targets, wrkLoad(folder, workload, CONNECTIONS), rounds);
  }
  return report(results, rounds);
}

function fetchOnce(port: number, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const asked = request({ port, path, host: '127.0.0.1', headers: { host: HOST } }, (response) => {
      response.resume();
      response.on('end', resolve);
    });
    asked.on('error', reject);
    asked.end();
  });
}

function report(results: Record<string, Record<string, Measurement>>, rounds: number): object {
  const table: Record<string, Record<string, string>> = {};
  const ratios: Record<string, number[]> = {};
  for (const [name, row] of Object.entries(results)) {
    table[name] = {};
    for (const [target, { micros }] of Object.entries(row)) {
      const ratio = micros / row['nginx-hit']!.micros;
      table[name][target] = `${micros.toFixed(1)} µs, ${ratio.toFixed(2)} ×`;
      ratios[target] = [...(ratios[target] ?? []), ratio];
    }
  }
  console.table(table);
  const means = Object.entries(ratios).map(
    ([target, each]) => [target, Number(geometricMean(each).toFixed(2))] as const,
  );
  const errors = Object.values(results)
    .flatMap((row) => Object.values(row))
    .reduce((sum, { errors: count }) => sum + count, 0);
  return { rounds, connections: CONNECTIONS, toNginxHit: Object.fromEntries(means), errors, results };
}
