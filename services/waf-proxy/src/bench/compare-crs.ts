import { MODSECURITY_MODULE, writeCrsFiles } from './crs-setup.ts';
import { wrkLoad } from './load.ts';
import { geometricMean, measureInTurns } from './measure.ts';
import { startEdge, startOrigin, startProxy } from './servers.ts';
import { ATTACK, WORKLOADS } from './workloads.ts';

/** Half-done requests at the end of a round are paid for, not counted: few at a time where one takes milliseconds. */
const connectionsFor = (workload: string) => (workload.endsWith('JSON') ? 1 : 8);
const GATE = 9;

/** The whole way with OWASP CRS 3.3.4, blocking, against nginx with libmodsecurity. */
export async function compareCrs(folder: string, rounds: number): Promise<object> {
  const files = writeCrsFiles(folder);
  const { port: originPort } = await startOrigin(folder);
  const peer = await startProxy(folder, originPort, {
    name: 'libmodsecurity',
    inside: `modsecurity on; modsecurity_rules_file ${files.all};`,
    preamble: `load_module ${MODSECURITY_MODULE};\n`,
  });
  const edge = await startEdge(folder, 'crs', { originPort, crsSetup: files.setup });
  const results: Record<string, { peerMicros: number; edgeMicros: number; ratio: number }> = {};
  for (const workload of [...WORKLOADS, ATTACK]) {
    const load = wrkLoad(folder, workload, connectionsFor(workload.name));
    const measured = await measureInTurns([peer, edge], load, rounds);
    const [theirs, ours] = [measured.libmodsecurity!, measured.crs!];
    for (const { errors, requests } of [theirs, ours]) {
      if (errors !== (workload === ATTACK ? requests : 0)) {
        throw new Error(
          `${workload.name}: ${errors} of ${requests} refused; the verdicts are not the right ones`,
        );
      }
    }
    results[workload.name] = {
      peerMicros: Number(theirs.micros.toFixed(1)),
      edgeMicros: Number(ours.micros.toFixed(1)),
      ratio: Number((theirs.micros / ours.micros).toFixed(2)),
    };
  }
  console.table(results);
  const ratios = Object.values(results).map(({ ratio }) => ratio);
  const geometric = Number(geometricMean(ratios).toFixed(2));
  const least = Math.min(...ratios);
  console.log(`CPU of libmodsecurity ÷ ours: least ${least}, mean ${geometric} (gate ${GATE} on each)`);
  return { rounds, geometric, least, gate: GATE, results };
}
