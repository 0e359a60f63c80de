import { describeWithFiles, testData } from '../../../regex/test/support/test-data.ts';
import { compileRuleSet } from '../../src/index.ts';
import { ftwSources } from '../../tools/ftw/engine-setup.ts';
import { runStage } from '../../tools/ftw/run-stage.ts';
import { readStages } from '../../tools/ftw/stage.ts';
import { filePorts } from '../../tools/shared/rule-files.ts';
import { explainedStages } from './crs-3.3.4-explained.ts';

const RULES = '/usr/share/modsecurity-crs/rules';
const SETUP = '/etc/modsecurity/crs/crs-setup.conf';
const STAGES = testData('crs-3.3.4-ftw.jsonl.gz');

describeWithFiles('OWASP CRS 3.3.4 of Debian', [RULES, SETUP, STAGES], () => {
  it('passes every stage that libmodsecurity passes, and all others but the explained ones', () => {
    const site = compileRuleSet(ftwSources(RULES, SETUP), { ports: filePorts }).withOverlay({});
    const stages = readStages(STAGES);
    expect(stages).toHaveLength(2396);
    expect(stages.filter((stage) => stage.libmodsecurity === 'pass')).toHaveLength(2343);
    const failed = stages.filter((stage) => !runStage(site, stage, null).passed);
    expect(failed.map((stage) => stage.id)).toEqual(Object.keys(explainedStages));
    expect(failed.filter((stage) => stage.libmodsecurity === 'pass')).toEqual([]);
  });
});
