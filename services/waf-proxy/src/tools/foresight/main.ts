// `npm run prove:replay [-- --requests 2000 --changes 20 --seed 1]`: records so many requests of each corpus on a live edge, predicts what becomes
// of them under random changes of the policy, makes each change and sends them again. Ends with 1 where a prediction was
// wrong, more than 1 % could not be said, or masking changed more than 0.1 % of the verdicts.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { TEST_DATA } from '@palisade/testing';
import { CORPORA, measureForesight } from './measure.ts';

const UNKNOWN_LIMIT = 0.01;
const MASKING_LIMIT = 0.001;
const SHOWN = 20;

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '2000' },
    changes: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
  },
});
const began = performance.now();
const result = await measureForesight({
  files: CORPORA.map((name) => path.join(TEST_DATA, 'corpus', name)),
  requestsPerFile: Number(values.requests),
  changes: Number(values.changes),
  seed: Number(values.seed),
});
const { requests, judged, unknown, unknownFor, changedByMasking, wrong } = result;
console.log(
  `${requests} requests, ${result.changes} changes: ${judged} predictions in ${Math.round((performance.now() - began) / 1_000)} s`,
);
console.log(
  `wrong: ${wrong.length}; unknown: ${unknown} (${causesOf(unknownFor)}); verdicts that masking changed: ${changedByMasking.length}`,
);
for (const line of [...wrong.slice(0, SHOWN), ...changedByMasking.slice(0, SHOWN)]) console.log(`  ${line}`);
const failed =
  wrong.length > 0 || unknown > judged * UNKNOWN_LIMIT || changedByMasking.length > requests * MASKING_LIMIT;
process.exitCode = failed ? 1 : 0;

function causesOf(counts: Readonly<Record<string, number>>): string {
  const causes = Object.entries(counts).sort(([, one], [, other]) => other - one);
  return causes.length === 0 ? 'none' : causes.map(([cause, count]) => `${cause} ${count}`).join(', ');
}
