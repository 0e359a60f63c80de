/** `npm run bench:engine -- [--rules DIR --setup FILE] [--naive]`: CPU per request, in-process, by kind of request. */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { compileRuleSet, type RuleSource } from '../src/index.ts';
import { filePorts, readRuleDirectory, readSource } from '../tools/shared/rule-files.ts';
import { benchRequests } from './request-kinds.ts';
import { runRequest } from './run-request.ts';

const { values } = parseArgs({
  options: {
    rules: { type: 'string', default: '/usr/share/modsecurity-crs/rules' },
    setup: { type: 'string', default: '/etc/modsecurity/crs/crs-setup.conf' },
    naive: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '1' },
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
SecRule REQUEST_HEADERS:Content-Type "@rx ^application/json" "id:200001,phase:1,t:none,t:lowercase,pass,nolog,ctl:requestBodyProcessor=JSON"
SecRule REQBODY_ERROR "!@eq 0" "id:200002,phase:2,t:none,log,deny,status:400"`,
};
const started = process.cpuUsage();
const ruleSet = compileRuleSet([base, readSource(values.setup), ...readRuleDirectory(values.rules)], {
  ports: filePorts,
  evaluation: values.naive ? 'naive' : 'indexed',
});
const compiled = process.cpuUsage(started);
console.log(
  `${ruleSet.ruleCount} rules compiled in ${Math.round((compiled.user + compiled.system) / 1000)} ms CPU`,
);
const site = ruleSet.withOverlay({});

for (const request of benchRequests) {
  const verdict = runRequest(site, request);
  const seconds = Number(values.seconds);
  for (let warm = 0; warm < 300; warm++) runRequest(site, request);
  const before = process.cpuUsage();
  const begin = performance.now();
  let count = 0;
  while (performance.now() - begin < seconds * 1000) {
    for (let inner = 0; inner < 20; inner++) runRequest(site, request);
    count += 20;
  }
  const used = process.cpuUsage(before);
  const micros = (used.user + used.system) / count;
  const ids = verdict.matches.map((match) => match.ruleId).join(' ');
  console.log(
    `${request.name.padEnd(26)} ${micros.toFixed(1).padStart(9)} µs  ${verdict.interruption?.action ?? 'passes'} ${ids}`,
  );
}
