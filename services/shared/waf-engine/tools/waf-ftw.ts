/** `npm run waf:ftw -- --rules DIR --setup FILE --tests FILE.jsonl[.gz] [--engine-overrides nginx|coraza] [--socket] [--json FILE] [--without NAME,…|all]` */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { AcceleratorSwitches, compileRuleSet } from '../src/index.ts';
import { ftwSources } from './ftw/engine-setup.ts';
import { runStage } from './ftw/run-stage.ts';
import { type EngineName, readStages } from './ftw/stage.ts';
import { filePorts } from './shared/rule-files.ts';
import { acceleratorsOff } from './shared/without.ts';

const { values } = parseArgs({
  options: {
    rules: { type: 'string' },
    setup: { type: 'string' },
    tests: { type: 'string' },
    'engine-overrides': { type: 'string' },
    json: { type: 'string' },
    only: { type: 'string' },
    naive: { type: 'boolean', default: false },
    without: { type: 'string' },
    socket: { type: 'boolean', default: false },
  },
});
if (values.rules === undefined || values.tests === undefined) {
  console.error(
    'usage: waf:ftw -- --rules DIR [--setup FILE] --tests FILE.jsonl[.gz] [--engine-overrides nginx|coraza] [--socket]',
  );
  process.exit(2);
}
if (values.socket) process.exit(runOverSockets());

const ruleSet = compileRuleSet(ftwSources(values.rules, values.setup ?? null), {
  ports: filePorts,
  ...(values.naive
    ? { evaluation: 'naive' }
    : { switches: new AcceleratorSwitches(acceleratorsOff(values.without)) }),
});
const site = ruleSet.withOverlay({});
const engine = (values['engine-overrides'] ?? null) as EngineName | null;
const stages = readStages(values.tests).filter(
  (stage) => values.only === undefined || stage.id.startsWith(values.only),
);

const failures: { id: string; problems: string[]; logged: number[] }[] = [];
for (const stage of stages) {
  const outcome = runStage(site, stage, engine);
  if (outcome.passed) continue;
  failures.push({ id: stage.id, problems: outcome.problems, logged: outcome.loggedIds });
  const known = stage.libmodsecurity === undefined ? '' : ` (libmodsecurity: ${stage.libmodsecurity})`;
  console.log(
    `FAIL ${stage.id}${known}: ${outcome.problems.join('; ')}; logged ${outcome.loggedIds.join(' ') || 'nothing'}`,
  );
}
if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(failures, null, 1));
console.log(`${stages.length - failures.length} passed, ${failures.length} failed`);
process.exitCode = failures.length === 0 ? 0 : 1;

/** The data plane is a service, which this package may not import: its own tool runs the same stages. */
function runOverSockets(): number {
  const tool = path.resolve(import.meta.dirname, '../../../waf-proxy/tools/ftw-socket/main.ts');
  const flags = [...process.execArgv, '--experimental-transform-types'];
  const words = process.argv.slice(2).filter((word) => word !== '--socket');
  return spawnSync(process.execPath, [...flags, tool, ...words], { stdio: 'inherit' }).status ?? 1;
}
