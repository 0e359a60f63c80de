import { MODSECURITY_MODULE, writeCrsFiles } from './crs-setup.ts';
import { wrkLoad } from './load.ts';
import { geometricMean, type Measurement, measureInTurns, median } from './measure.ts';
import { startEdge, startOrigin, startProxy, type Target } from './servers.ts';
import { ATTACK, WORKLOADS } from './workloads.ts';

/** Half-done requests at the end of a round are paid for, not counted: few at a time where one takes milliseconds. */
const connectionsFor = (workload: string) => (workload.endsWith('JSON') ? 1 : 8);
const GATE = 9;

interface Compared {
  readonly peerMicros: number;
  readonly edgeMicros: number;
  /** What the cheapest and the dearest of the processes took. */
  readonly peerSpread: string;
  readonly edgeSpread: string;
  readonly ratio: number;
}

/**
 * The whole way with OWASP CRS 3.3.4, blocking, against nginx with libmodsecurity. Several processes of each, and the median of
 * them: two of the same may differ by a third for as long as they live.
 */
export async function compareCrs(folder: string, rounds: number, processes: number): Promise<object> {
  const files = writeCrsFiles(folder);
  const { port: originPort } = await startOrigin(folder);
  const peers: Target[] = [];
  const edges: Target[] = [];
  for (let nth = 1; nth <= processes; nth++) {
    const peer = await startProxy(folder, originPort, {
      name: `libmodsecurity-${nth}`,
      inside: `modsecurity on; modsecurity_rules_file ${files.all};`,
      preamble: `load_module ${MODSECURITY_MODULE};\n`,
    });
    peers.push(peer);
    edges.push(await startEdge(folder, 'crs', { originPort, crsSetup: files.setup }, `crs-${nth}`));
  }
  const results: Record<string, Compared> = {};
  for (const workload of [...WORKLOADS, ATTACK]) {
    const load = wrkLoad(folder, workload, connectionsFor(workload.name));
    const measured = await measureInTurns([...peers, ...edges], load, rounds);
    for (const { errors, requests } of Object.values(measured)) {
      if (errors !== (workload === ATTACK ? requests : 0)) {
        throw new Error(
          `${workload.name}: ${errors} of ${requests} refused; the verdicts are not the right ones`,
        );
      }
    }
    results[workload.name] = compared(microsOf(peers, measured), microsOf(edges, measured));
  }
  console.table(results);
  const ratios = Object.values(results).map(({ ratio }) => ratio);
  const geometric = Number(geometricMean(ratios).toFixed(2));
  const least = Math.min(...ratios);
  console.log(`CPU of libmodsecurity ÷ ours: least ${least}, mean ${geometric} (gate ${GATE} on each)`);
  return { rounds, processes, geometric, least, gate: GATE, results };
}

const microsOf = (targets: readonly Target[], measured: Record<string, Measurement>): number[] =>
  targets.map(({ name }) => measured[name]!.micros);

function compared(theirs: readonly number[], ours: readonly number[]): Compared {
  const [peer, edge] = [median(theirs), median(ours)];
  return {
    peerMicros: Number(peer.toFixed(1)),
    edgeMicros: Number(edge.toFixed(1)),
    peerSpread: spreadOf(theirs),
    edgeSpread: spreadOf(ours),
    ratio: Number((peer / edge).toFixed(2)),
  };
}

const spreadOf = (micros: readonly number[]): string =>
  `${Math.min(...micros).toFixed(1)} to ${Math.max(...micros).toFixed(1)}`;
