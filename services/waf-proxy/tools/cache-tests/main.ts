// http-tests/cache-tests against our edge, from a checkout outside the repository:
//   node tools/run-ts.mjs --experimental-transform-types services/waf-proxy/tools/cache-tests/main.ts DIRECTORY
//     [--only ID] [--all] [--stale-if-error SECONDS]
// The last is the site's own setting, 0 unless given; four tests say something only with it. The suite's server is the
// origin, its client asks through the edge. The last line says how many "required" tests passed.
import { parseArgs } from 'node:util';
import { countResults, readResults } from './results.ts';
import { runSuite } from './run-suite.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string' },
    all: { type: 'boolean' },
    'stale-if-error': { type: 'string', default: '0' },
  },
});
const [directory] = positionals;
if (directory === undefined) throw new Error('name the directory of a cache-tests checkout');
const output = await runSuite(directory, values.only ?? '', Number(values['stale-if-error']));
if (values.only !== undefined) {
  console.log(output);
} else {
  const results = await readResults(directory, output);
  for (const { id, kind, outcome, detail } of results) {
    if (values.all || (outcome !== 'pass' && kind !== 'check'))
      console.log(`${kind} ${outcome} ${id}: ${detail}`);
  }
  const counts = countResults(results);
  for (const [kind, { pass, fail, other }] of Object.entries(counts)) {
    console.log(`${kind}: ${pass} pass, ${fail} fail, ${other} not judged`);
  }
  const { pass, fail } = counts.required;
  console.log(`${pass} passed, ${fail} failed`);
  process.exitCode = fail === 0 ? 0 : 1;
}
