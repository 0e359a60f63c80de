import path from 'node:path';
import { describeWithTestData, TEST_DATA } from '@palisade/testing';
import { CORPORA, measureForesight } from './measure.ts';

describeWithTestData('a change of the policy', () => {
  it('does to recorded requests what was predicted', async () => {
    const result = await measureForesight({
      files: CORPORA.map((name) => path.join(TEST_DATA, 'corpus', name)),
      requestsPerFile: 60,
      changes: 12,
      seed: 7,
    });
    expect(result.wrong).toEqual([]);
    expect(result.changedByMasking).toEqual([]);
    expect(result.requests).toBeGreaterThan(150);
    expect(result.judged).toBeGreaterThan(150 * 12);
    expect(result.unknown / result.judged).toBeLessThan(0.01);
  });
});
