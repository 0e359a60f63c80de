import { others, own, topics } from './products.ts';
import { scoredRuleSets, scores } from './scores.gen.ts';

const asked = Object.keys(topics).sort();
const cells = others.flatMap(({ name, facts }) =>
  Object.entries(facts).map(([topic, fact]) => [`${name}, ${topic}`, fact] as const),
);

describe('the comparison with other products', () => {
  it('asks the same of all, and of ours', () => {
    expect(others).toHaveLength(7);
    for (const { facts } of [own, ...others]) expect(Object.keys(facts).sort()).toEqual(asked);
  });

  it.each(cells)(
    '%s has an address as its source, and a day that has been',
    (_cell, { text, source, checked }) => {
      expect(text).toMatch(/\.$/);
      expect(new URL(source).protocol).toBe('https:');
      expect(checked).toMatch(/^\d{4}-\d{2}-\d{2}$/);
      expect(Date.parse(checked)).toBeLessThanOrEqual(Date.now());
    },
  );

  it('names a state that does not change where the source is a file of a repository', () => {
    const files = cells.filter(
      ([, { source }]) => /\/blob\//.test(source) && !/cloudflare-docs/.test(source),
    );
    expect(files).not.toHaveLength(0);
    for (const [, { source }] of files) expect(source).toMatch(/\/blob\/[0-9a-f]{40}\//);
  });
});

it('each line of the scores has a name of its own, and a figure for each rule set', () => {
  expect(new Set(scores.map(({ label }) => label)).size).toBe(scores.length);
  expect(scores).not.toHaveLength(0);
  for (const { shares } of scores) {
    expect(shares).toHaveLength(scoredRuleSets.length);
    for (const share of shares) expect(share).toMatch(/^\d{1,3}\.\d{2}$/);
  }
});
