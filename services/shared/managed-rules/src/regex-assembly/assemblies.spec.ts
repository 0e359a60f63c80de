import { loadManagedRules } from '../load.ts';
import { ruleFiles } from '../rule-files.ts';
import { withRegexes } from './with-regexes.ts';

const MAX_IN_PLACE = 250;
const rules = ruleFiles('rules');
const assemblies = ruleFiles('rules/regex-assembly');
const included = ruleFiles('rules/regex-assembly/include');

it('no rule has a long expression where it stands', () => {
  const inPlace = rules.flatMap(({ name, text }) =>
    [...text.matchAll(/@rx (.*)" \\$/gm)].map(([, regex]) => ({
      name,
      regex: regex!,
      length: regex!.length,
    })),
  );
  expect(inPlace.length).toBeGreaterThan(20);
  expect(inPlace.filter(({ length }) => length > MAX_IN_PLACE)).toEqual([]);
});

it('each file is of the rule that its name says, and each is used', () => {
  const used = rules.flatMap(({ text }) =>
    // A rule with all that is chained to it, as far as its id.
    text.split(/^(?=SecRule )/m).flatMap((rule) => {
      const id = /\bid:(\d+)/.exec(rule)?.[1];
      const links = rule.split(/^(?=\s*SecRule )/m);
      return links.flatMap((link, at) => {
        const file = /@rxFromFile ([\w-]+\.ra)"/.exec(link)?.[1];
        return file === undefined ? [] : [{ file, expected: `${id}${at === 0 ? '' : `-chain${at}`}.ra` }];
      });
    }),
  );
  for (const { file, expected } of used) expect(file).toBe(expected);
  expect(used.map(({ file }) => file).sort()).toEqual(assemblies.map(({ name }) => name).sort());
});

it('each list that may be included is, by several', () => {
  for (const { name } of included) {
    const uses = assemblies.flatMap(({ text }) =>
      text.split(`##!> include ${name.slice(0, -'.ra'.length)}\n`).slice(1),
    );
    expect({ name, isShared: uses.length > 1 }).toEqual({ name, isShared: true });
  }
});

it('what is loaded is SecLang that any engine reads', () => {
  const loaded = loadManagedRules();
  expect(loaded.map(({ text }) => text).join()).not.toContain('@rxFromFile');
  const line = loaded
    .find(({ name }) => name.endsWith('60-xml-entities.conf'))!
    .text.split('\n')
    .find((one) => one.includes('@rx '));
  expect(line).toMatch(/"@rx .+" \\$/);
});

it.each([
  ['a file that is not there', 'SecRule ARGS "@rxFromFile 7.ra" "id:7"', [], 'a.conf: there is no 7.ra'],
  [
    'one that cannot be assembled',
    'SecRule ARGS "@rxFromFile 7.ra" "id:7"',
    [{ name: '7.ra', text: 'a\n##!<' }],
    '7.ra: line 2: ##!< means nothing here',
  ],
  [
    'a quote',
    'SecRule ARGS "!@rxFromFile 7.ra" "id:7"',
    [{ name: '7.ra', text: 'a"b' }],
    String.raw`7.ra: a quote is written \x22`,
  ],
])('%s is refused', (_what, text, files, message) => {
  expect(() => withRegexes({ name: 'a.conf', text }, { files, included: [] })).toThrow(message);
});

it('a negation stays one', () => {
  const text = 'SecRule ARGS "!@rxFromFile 7.ra" "id:7"';
  expect(
    withRegexes({ name: 'a.conf', text }, { files: [{ name: '7.ra', text: '$1\n$&' }], included: [] }).text,
  ).toBe('SecRule ARGS "!@rx $1|$&" "id:7"');
});
