import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { wrkLoad } from '../../bench/load.ts';
import { type Measurement, measureInTurns, median } from '../../bench/measure.ts';
import { spoolFolderOf, startEdge, startOrigin } from '../../bench/servers.ts';
import { WORKLOADS } from '../../bench/workloads.ts';
import { REPLAYED } from './varied-requests.ts';

const CONNECTIONS = 32;
/** What recording may add to the CPU time of a request. */
const GATES = { sampled: 0.03, all: 0.1 } as const;
const WAYS = Object.keys(GATES) as (keyof typeof GATES)[];

/** Edges with the managed rules, one that records nothing and two that do, in turns. */
export async function measureRecorder(folder: string, rounds: number) {
  const { port: originPort } = await startOrigin(folder);
  const edges = [
    await startEdge(folder, 'rules', { originPort }, 'off'),
    ...(await Promise.all(
      WAYS.map((recording) => startEdge(folder, 'rules', { originPort, recording }, recording)),
    )),
  ];
  const results: Record<string, Record<string, number>> = {};
  const missed: string[] = [];
  const requests: Record<string, number> = {};
  for (const workload of WORKLOADS.filter(({ name }) => REPLAYED.includes(name))) {
    const measured = await measureInTurns(edges, wrkLoad(folder, workload, CONNECTIONS), rounds);
    const off = measured.off!;
    results[workload.name] = { 'off µs': Number(off.micros.toFixed(1)) };
    for (const way of WAYS) {
      const share = addedShare(measured[way]!, off);
      results[workload.name]![`${way} adds %`] = Number((share * 100).toFixed(1));
      if (share > GATES[way])
        missed.push(
          `${workload.name}, ${way}: ${(share * 100).toFixed(1)} % more CPU, gate ${GATES[way] * 100} %`,
        );
    }
    for (const { name } of edges) {
      const { errors, requests: count } = measured[name]!;
      if (errors > 0) throw new Error(`${workload.name}: ${errors} of ${count} were not answered`);
      requests[name] = (requests[name] ?? 0) + count;
    }
  }
  console.table(results);
  const bytes = edges.map(
    ({ name }) => [name, Math.round(spooledBytes(folder, name) / requests[name]!)] as const,
  );
  const logged = Object.fromEntries(bytes);
  console.log(`bytes of the log a request: ${bytes.map(([name, count]) => `${name} ${count}`).join(', ')}`);
  // A recorder that records nothing is a cheap one.
  if (logged.all! < logged.off! * 1.5) throw new Error('nothing was recorded');
  return { connections: CONNECTIONS, results, logged, gates: GATES, missed };
}

/** Of rounds that stood beside each other, so that what else the machine does meets both. */
function addedShare(on: Measurement, off: Measurement): number {
  return median(on.rounds.map((micros, round) => micros / off.rounds[round]!)) - 1;
}

function spooledBytes(folder: string, name: string): number {
  const spool = spoolFolderOf(folder, name);
  return readdirSync(spool).reduce((sum, file) => sum + statSync(path.join(spool, file)).size, 0);
}
