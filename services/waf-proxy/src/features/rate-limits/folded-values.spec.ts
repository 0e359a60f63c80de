import { Values } from '../../request/conditions/values.ts';
import { folded, foldedValues, MAX_VALUES } from './folded-values.ts';

const bytes = (text: string) => Buffer.from(text).toString('latin1');

it.each([
  [' Ann@X.example\t', 'ann@x.example'],
  ['\0ann\r\n', 'ann'],
  ['Ä', 'ä'],
  ['\u00a0\uff21nn', 'ann'],
  ['e\u0301', 'é'],
])('%j counts as %j', (one, other) => {
  expect(folded(bytes(one))).toBe(bytes(other));
});

it('takes bytes of another charset, and what nobody types, as they are but for capitals', () => {
  expect(folded('M\xfcller')).toBe('m\xfcller');
  expect(folded('m\xf6ller')).not.toBe(folded('m\xfcller'));
  const token = `${'A'.repeat(2_000)}\xc3\x84`;
  expect(folded(token)).toBe(`${'a'.repeat(2_000)}\xc3\x84`);
});

it.each<[string[], string[]]>([
  [[], []],
  [['', ' '], []],
  [['a'], ['a']],
  [['a', 'A', ' a'], ['a']],
  [
    ['a', 'b'],
    ['a', 'b'],
  ],
  [
    ['a', 'b', 'c', 'd', 'e', 'f'],
    ['a', 'd', 'e', 'f'],
  ],
  [
    ['', 'x', 'y', ''],
    ['x', 'y'],
  ],
  [
    ['a', 'b', 'a', 'a'],
    ['a', 'b'],
  ],
])('of %j counts %j', (texts, counted) => {
  expect(foldedValues(Values.exact(texts))).toEqual(counted);
});

it('counts few of any number', () => {
  const texts = Array.from({ length: 50_000 }, (_, at) => `v${at}`);
  expect(foldedValues(Values.exact(texts))).toHaveLength(MAX_VALUES);
});
