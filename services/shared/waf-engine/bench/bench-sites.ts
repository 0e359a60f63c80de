/** `npm run bench:sites -- [--rules DIR --setup FILE]`: memory of 1,000 sites that share a rule set, and compile time. */
import { parseArgs } from 'node:util';
import { compileRuleSet, type RuleSetOverlay, type SiteRuleSet } from '../src/index.ts';
import { filePorts, readRuleDirectory, readSource } from '../tools/shared/rule-files.ts';
import { benchRequests } from './request-kinds.ts';
import { runRequest } from './run-request.ts';

const SITES = 1000;
const { values } = parseArgs({
  options: {
    rules: { type: 'string', default: '/usr/share/modsecurity-crs/rules' },
    setup: { type: 'string', default: '/etc/modsecurity/crs/crs-setup.conf' },
  },
});
const sources = [readSource(values.setup), ...readRuleDirectory(values.rules)];
const begun = performance.now();
const before = process.threadCpuUsage();
const ruleSet = compileRuleSet(sources, { ports: filePorts });
const used = process.threadCpuUsage(before);
console.log(
  `${ruleSet.ruleCount} rules compiled in ${(performance.now() - begun).toFixed(0)} ms, ${((used.user + used.system) / 1000).toFixed(0)} ms CPU of the thread`,
);

/** Twenty exclusions a site: by rule and target, by tag and target on a path, and by tag for all rules of the set. */
const overlay = (site: number): RuleSetOverlay => ({
  mode: site % 2 === 0 ? 'On' : 'DetectionOnly',
  tx: { blocking_paranoia_level: String((site % 3) + 1), inbound_anomaly_score_threshold: '7' },
  exclusions: Array.from({ length: 20 }, (_, index) => ({
    name: `site ${site} exclusion ${index}`,
    by:
      index % 4 === 0
        ? { tag: 'OWASP_CRS' }
        : index % 4 === 1
          ? { tag: 'attack-sqli' }
          : { id: `94${index % 3}100-94${index % 3}999` },
    target: `ARGS:field_${site}_${index}`,
    ...(index % 2 === 0 ? { pathPrefix: `/app/${site}/` } : {}),
  })),
});

const collect = (globalThis as { gc?: () => void }).gc;
if (collect === undefined) {
  console.error('run with --expose-gc');
  process.exit(2);
}
const heap = (): number => {
  collect();
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
};
runRequest(ruleSet.withOverlay(overlay(0)), benchRequests[1]!);
const empty = heap();
const sites: SiteRuleSet[] = Array.from({ length: SITES }, (_, site) => ruleSet.withOverlay(overlay(site)));
const full = heap();
for (const site of sites) runRequest(site, benchRequests[1]!);
const warm = heap();
console.log(
  `${((full - empty) / SITES / 1024).toFixed(1)} KB a site, ${((warm - empty) / SITES / 1024).toFixed(1)} KB after a request each`,
);
