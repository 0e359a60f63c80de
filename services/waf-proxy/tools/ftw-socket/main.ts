// `npm run waf:ftw -- --socket …`: the stages of a file through a real data plane. The last line says how many passed.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type EngineName, readStages } from '../../../shared/waf-engine/tools/ftw/stage.ts';
import { sortOutcomes } from './refused-stages.ts';
import { runOverSockets } from './run-stages.ts';

const { values } = parseArgs({
  options: {
    rules: { type: 'string' },
    setup: { type: 'string' },
    tests: { type: 'string' },
    'engine-overrides': { type: 'string' },
    json: { type: 'string' },
    only: { type: 'string' },
  },
});
const stages = readStages(values.tests!).filter(
  (stage) => values.only === undefined || stage.id.startsWith(values.only),
);
const engine = (values['engine-overrides'] ?? null) as EngineName | null;
const outcomes = await runOverSockets(values.rules!, values.setup ?? null, stages, engine);
const { passed, refused, failed } = sortOutcomes(outcomes);
for (const { id, problems, loggedIds } of failed) {
  console.log(`FAIL ${id}: ${problems.join('; ')}; logged ${loggedIds.join(' ') || 'nothing'}`);
}
if (values.json !== undefined) writeFileSync(values.json, JSON.stringify({ refused, failed }, null, 1));
console.log(`${refused.length} refused at admission, as named: each ended in 400 or close`);
console.log(`${passed.length} passed, ${failed.length} failed`);
process.exitCode = failed.length === 0 ? 0 : 1;
