import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { sites } from './test-support/send.ts';
import { CORPORA } from './tools/score/corpora.ts';
import { corpusFile } from './tools/score/corpus.ts';
import { scoreSample } from './tools/score/sample.ts';
import { sampleName, sampleOf } from './tools/score/sheet.ts';
import { percent, type Share } from './tools/score/tally.ts';

const absent = CORPORA.map(corpusFile)
  .filter((file) => !existsSync(file))
  .map((file) => path.basename(file));

/** Percentage points by which a group may be worse than SCORES.md says: a few that are judged anew, never a kind of attack. */
const TOLERANCE = { attack: 2, benign: 0.3 } as const;

const describeWithData =
  absent.length === 0
    ? describe
    : (title: string, body: () => void) =>
        describe.skip(`${title} [skipped: no ${absent.join(', ')} in the test data]`, body);

describeWithData('the managed rules at medium, over the sample of the score sheet', () => {
  const recorded = sampleOf(readFileSync(path.resolve(import.meta.dirname, '../SCORES.md'), 'utf8'));
  let found: ReadonlyMap<string, Share>;

  beforeAll(() => {
    found = new Map([...scoreSample(sites.medium)].map(([name, share]) => [sampleName(name), share]));
  }, 120_000);

  it('are judged by the sample that the sheet has', () => {
    expect([...recorded].map(([name, { sent }]) => [name, sent])).toEqual(
      [...found].map(([name, { sent }]) => [name, sent]),
    );
    expect(recorded.size).toBeGreaterThan(40);
  });

  it.each([...recorded])('are no worse for %s', (name, before) => {
    const now = percent(found.get(name)!);
    if (name.includes(' attack,')) expect(now).toBeGreaterThanOrEqual(percent(before) - TOLERANCE.attack);
    else expect(now).toBeLessThanOrEqual(percent(before) + TOLERANCE.benign);
  });
});
