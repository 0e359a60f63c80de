import type { EdgeVariant } from './edge-settings.ts';
import { wrkLoad } from './load.ts';
import { geometricMean, type Measurement, measureInTurns } from './measure.ts';
import { startEdge, startHttpProxy, startOrigin, startProxy } from './servers.ts';
import { ATTACK, WORKLOADS } from './workloads.ts';

/** Enough that no server waits for the load, few enough that none is measured under overload. */
const CONNECTIONS = 32;
const GATES: Readonly<Record<string, { gate: number; goal: number }>> = {
  bare: { gate: 1.8, goal: 1.4 },
  policy: { gate: 2.1, goal: 1.6 },
  rules: { gate: 4.2, goal: 2.5 },
};
/** The dearest request under managed rules: every byte of it is a name or a value. */
const RULES_OF_DOCUMENT = { workload: '10 KB JSON', gate: 8, goal: 4 };

/** nginx with what the edge does in its `policy` variant: a log written in blocks, a request limit, an address list. */
const NGINX_POLICY = {
  name: 'nginx-policy',
  around: 'limit_req_zone $binary_remote_addr zone=all:10m rate=1000000r/s;',
  inside: (folder: string) =>
    `access_log ${folder}/access.log combined buffer=128k flush=50ms; limit_req zone=all burst=1000000 nodelay; deny 192.0.2.0/24;`,
};

/** Plain proxying and more, over keep-alive connections, against nginx and http-proxy. */
export async function compareProxies(
  folder: string,
  rounds: number,
  variants: readonly EdgeVariant[],
): Promise<object> {
  const { port: originPort } = await startOrigin(folder);
  const nginx = await startProxy(folder, originPort, { name: 'nginx' });
  const policy = await startProxy(folder, originPort, {
    ...NGINX_POLICY,
    inside: NGINX_POLICY.inside(folder),
  });
  const peers = [nginx, policy, await startHttpProxy(originPort)];
  const edges = await Promise.all(variants.map((variant) => startEdge(folder, variant, { originPort })));
  const results: Record<string, Record<string, Measurement>> = {};
  for (const workload of [...WORKLOADS, ATTACK]) {
    const load = wrkLoad(folder, workload, CONNECTIONS);
    results[workload.name] = await measureInTurns([...peers, ...edges], load, rounds);
  }
  return report(variants, results, rounds);
}

function report(
  variants: readonly string[],
  results: Record<string, Record<string, Measurement>>,
  rounds: number,
): object {
  const table: Record<string, Record<string, string>> = {};
  for (const [name, row] of Object.entries(results)) {
    const nginx = row.nginx!.micros;
    table[name] = { 'nginx µs': nginx.toFixed(1) };
    for (const column of ['nginx-policy', 'http-proxy', ...variants]) {
      const { micros } = row[column]!;
      table[name][`${column} µs`] = micros.toFixed(1);
      table[name][`${column} ×`] = (micros / nginx).toFixed(2);
    }
  }
  console.table(table);
  const benign = Object.entries(results).flatMap(([name, row]) => (name === ATTACK.name ? [] : [row]));
  const ratios: Record<string, number> = {};
  for (const column of ['nginx-policy', 'http-proxy', ...variants]) {
    const mean = geometricMean(benign.map((row) => row[column]!.micros / row.nginx!.micros));
    ratios[column] = Number(mean.toFixed(2));
    const target = GATES[column];
    const gates = target === undefined ? '' : ` (gate ${target.gate}, goal ${target.goal})`;
    console.log(`${column}: ${mean.toFixed(2)} × nginx${gates}`);
  }
  const { workload, gate, goal } = RULES_OF_DOCUMENT;
  const document = results[workload]?.rules;
  if (document !== undefined)
    console.log(
      `rules, ${workload}: ${(document.micros / results[workload]!.nginx!.micros).toFixed(2)} × nginx (gate ${gate}, goal ${goal})`,
    );
  const errors = benign.flatMap((row) => Object.values(row)).reduce((sum, row) => sum + row.errors, 0);
  return { rounds, connections: CONNECTIONS, ratios, errors, results };
}
