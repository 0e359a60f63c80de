// `npm run bench:replay [-- --rounds N] [--requests N] [--only judge|recorder] [--without sharing]`
//
// How many recorded requests a core judges a second, as a policy replay does: each is read and judged by the policy in
// force and by the proposed one. And what recording adds to a request at the edge, in turns with an edge that records nothing.
// Prints two tables and, last, one JSON object; ends with 1 where a gate is missed.
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { endAll } from '../../bench/processes.ts';
import { measureJudging } from './judging-rate.ts';
import { measureRecorder } from './recorder-price.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '15' },
    requests: { type: 'string', default: '2000' },
    only: { type: 'string' },
    without: { type: 'string' },
  },
});
const rounds = Number(values.rounds);
const folder = mkdtempSync(path.join(tmpdir(), 'palisade-bench-'));
try {
  const judging =
    values.only === 'recorder'
      ? null
      : await measureJudging({
          requests: Number(values.requests),
          rounds,
          shares: values.without !== 'sharing',
        });
  const recorder = values.only === 'judge' ? null : await measureRecorder(folder, rounds);
  const missed = [...(judging?.missed ?? []), ...(recorder?.missed ?? [])];
  for (const line of missed) console.log(`missed: ${line}`);
  console.log(
    JSON.stringify({ rounds, load: loadavg().map((one) => Number(one.toFixed(1))), judging, recorder }),
  );
  process.exitCode = missed.length === 0 ? 0 : 1;
} finally {
  endAll();
  rmSync(folder, { recursive: true, force: true });
}
