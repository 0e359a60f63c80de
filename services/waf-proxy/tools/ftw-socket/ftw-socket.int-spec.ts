import { describeWithFiles, testData } from '../../../shared/regex/test/support/test-data.ts';
import { readStages } from '../../../shared/waf-engine/tools/ftw/stage.ts';
import { refusedStages, sortOutcomes } from './refused-stages.ts';
import { runOverSockets } from './run-stages.ts';

const RULES = '/usr/share/modsecurity-crs/rules';
const SETUP = '/etc/modsecurity/crs/crs-setup.conf';
const STAGES = testData('crs-3.3.4-ftw.jsonl.gz');

describeWithFiles('OWASP CRS 3.3.4 over sockets', [RULES, SETUP, STAGES], () => {
  it('passes what libmodsecurity passes, but for the named refusals, each of which ends in a refusal and a close', async () => {
    const stages = readStages(STAGES);
    const outcomes = await runOverSockets(RULES, SETUP, stages, null);
    const { passed, refused, failed } = sortOutcomes(outcomes);
    // The same six as without sockets: the engine's crs-3.3.4-explained.ts says why.
    expect(failed.map(({ id }) => id)).toEqual([
      '920180-3',
      '920460-1',
      '920460-2',
      '920460-3',
      '920460-4',
      '941330-1',
    ]);
    expect(refused).toHaveLength(38);
    expect(passed).toHaveLength(2_352);
    for (const { id, closed, status } of refused) {
      expect(refusedStages[id]).toBeDefined();
      expect([closed, [400, 405].includes(status)]).toEqual([true, true]);
    }
    expect(refused.filter(({ status }) => status === 405).map(({ id }) => id)).toEqual([
      '920100-4',
      '920100-5',
      '920100-6',
    ]);
  }, 180_000);
});
