/**
 * `npm run bench:engine -- [--rules DIR --setup FILE] [--naive] [--without NAME,…|all]`: CPU per request, in-process, by kind of
 * request. With `--accelerators`, what each accelerator saves; with `--readings`, values within values are read, as the
 * managed rules have it. Against libmodsecurity, end to end, measures `bench:edge -- --crs`.
 */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Accelerator, AcceleratorSwitches, compileRuleSet, type RuleSource } from '../src/index.ts';
import { filePorts, readRuleDirectory, readSource } from '../tools/shared/rule-files.ts';
import { acceleratorsOff } from '../tools/shared/without.ts';
import { benchAccelerators } from './bench-accelerators.ts';
import { type BenchRequest, benchRequests } from './request-kinds.ts';
import { runRequest } from './run-request.ts';

const { values } = parseArgs({
  options: {
    rules: { type: 'string', default: '/usr/share/modsecurity-crs/rules' },
    setup: { type: 'string', default: '/etc/modsecurity/crs/crs-setup.conf' },
    naive: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    without: { type: 'string' },
    accelerators: { type: 'boolean', default: false },
    readings: { type: 'boolean', default: false },
  },
});
if (!existsSync(values.rules)) {
  console.error(`no rules at ${values.rules} (Debian: apt-get install modsecurity-crs)`);
  process.exit(2);
}

const base: RuleSource = {
  name: 'base.conf',
  text: `SecRuleEngine On
SecRequestBodyAccess On
SecRequestBodyLimit 13107200
SecRequestBodyNoFilesLimit 131072
${values.readings ? 'SecRequestBodyReadings On' : ''}
SecRule REQUEST_HEADERS:Content-Type "@rx ^application/json" "id:200001,phase:1,t:none,t:lowercase,pass,nolog,ctl:requestBodyProcessor=JSON"
SecRule REQBODY_ERROR "!@eq 0" "id:200002,phase:2,t:none,log,deny,status:400"`,
};
const started = process.cpuUsage();
const ruleSet = compileRuleSet([base, readSource(values.setup), ...readRuleDirectory(values.rules)], {
  ports: filePorts,
  ...(values.naive
    ? { evaluation: 'naive' }
    : { switches: new AcceleratorSwitches(acceleratorsOff(values.without)) }),
});
const compiled = process.cpuUsage(started);
console.log(
  `${ruleSet.ruleCount} rules compiled in ${Math.round((compiled.user + compiled.system) / 1000)} ms CPU`,
);
const site = ruleSet.withOverlay({});
const requests = benchRequests.filter((one) => one.name.startsWith(values.only));

if (values.accelerators) benchAccelerators(site, requests, measured());
else for (const request of requests) report(request);

/** With `--without`, those alone. */
function measured(): readonly Accelerator[] | undefined {
  const named = acceleratorsOff(values.without);
  return named.length === 0 ? undefined : named;
}

function report(request: BenchRequest): void {
  const verdict = runRequest(site, request);
  const micros = measure(request, Number(values.seconds));
  const ids = verdict.matches.map((match) => match.ruleId).join(' ');
  console.log(
    `${request.name.padEnd(26)} ${micros.toFixed(1).padStart(9)} µs  ${verdict.interruption?.action ?? 'passes'} ${ids}`,
  );
}

/** The median of many short batches: neither a quiet nor a crowded moment of the machine. */
function measure(request: BenchRequest, seconds: number): number {
  for (let warm = 0; warm < 1000; warm++) runRequest(site, request);
  const batch = request.body !== null && request.body.length > 4096 ? 10 : 200;
  const end = performance.now() + seconds * 1000;
  const batches: number[] = [];
  while (performance.now() < end) {
    const before = process.cpuUsage();
    for (let count = 0; count < batch; count++) runRequest(site, request);
    const used = process.cpuUsage(before);
    batches.push((used.user + used.system) / batch);
  }
  return batches.sort((left, right) => left - right)[batches.length >> 1]!;
}
