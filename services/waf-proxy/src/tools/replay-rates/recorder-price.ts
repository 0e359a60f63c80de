import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { type EdgeRecording, RECORDINGS } from '../../bench/edge-settings.ts';
import { type Load, wrkLoad } from '../../bench/load.ts';
import { type Measurement, measureInTurns, median } from '../../bench/measure.ts';
import { type EdgeTarget, spoolFolderOf, startEdge, startOrigin } from '../../bench/servers.ts';
import { WORKLOADS } from '../../bench/workloads.ts';
import { REPLAYED } from './varied-requests.ts';

const CONNECTIONS = 32;
/** What recording may add to the CPU time of a request. */
const GATES = { sampled: 0.03, all: 0.1 } as const;
const WAYS = Object.keys(GATES) as (keyof typeof GATES)[];

/**
 * One edge with the managed rules, which is told anew before each round what to record. Two edges would not do: of two that are the same,
 * one may take half as much again for a request as the other for as long as it lives.
 */
export async function measureRecorder(folder: string, rounds: number) {
  const { port: originPort } = await startOrigin(folder);
  const edge = await startEdge(folder, 'rules', { originPort });
  const targets = RECORDINGS.map((name) => ({ ...edge, name }));
  const spooled = new SpooledBytes(folder, edge);
  const results: Record<string, Record<string, number>> = {};
  const missed: string[] = [];
  for (const workload of WORKLOADS.filter(({ name }) => REPLAYED.includes(name))) {
    const load = spooled.counting(wrkLoad(folder, workload, CONNECTIONS));
    const measured = await measureInTurns(targets, load, rounds, {
      before: ({ name }) => spooled.record(name as EdgeRecording),
    });
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
    for (const [name, { errors, requests }] of Object.entries(measured))
      if (errors > 0)
        throw new Error(`${workload.name}, ${name}: ${errors} of ${requests} were not answered`);
  }
  console.table(results);
  const logged = spooled.ofEachRequest();
  const bytes = RECORDINGS.map((name) => `${name} ${logged[name]}`).join(', ');
  console.log(`bytes of the log a request: ${bytes}`);
  // A recorder that records nothing is a cheap one.
  if (logged.all < logged.off * 1.5) throw new Error('nothing was recorded');
  return { connections: CONNECTIONS, results, logged, gates: GATES, missed };
}

/** Of rounds that stood beside each other, so that what else the machine does meets both. */
function addedShare(on: Measurement, off: Measurement): number {
  return median(on.rounds.map((micros, round) => micros / off.rounds[round]!)) - 1;
}

/** What the edge has logged while it recorded so much. */
class SpooledBytes {
  private readonly folder: string;
  private readonly edge: EdgeTarget;
  private readonly bytes = { off: 0, sampled: 0, all: 0 };
  private readonly requests = { off: 0, sampled: 0, all: 0 };
  private recording: EdgeRecording = 'off';
  private before = 0;

  constructor(folder: string, edge: EdgeTarget) {
    this.folder = spoolFolderOf(folder, edge.name);
    this.edge = edge;
  }

  async record(recording: EdgeRecording): Promise<void> {
    await this.edge.record(recording);
    this.recording = recording;
    this.before = this.size();
  }

  counting(load: Load): Load {
    return async (port, seconds) => {
      const result = await load(port, seconds);
      const size = this.size();
      this.bytes[this.recording] += size - this.before;
      this.before = size;
      this.requests[this.recording] += result.requests;
      return result;
    };
  }

  ofEachRequest(): Record<EdgeRecording, number> {
    const { off, sampled, all } = this.bytes;
    const mean = (bytes: number, of: EdgeRecording) => Math.round(bytes / this.requests[of]);
    return { off: mean(off, 'off'), sampled: mean(sampled, 'sampled'), all: mean(all, 'all') };
  }

  private size(): number {
    return readdirSync(this.folder).reduce(
      (sum, file) => sum + statSync(path.join(this.folder, file)).size,
      0,
    );
  }
}
