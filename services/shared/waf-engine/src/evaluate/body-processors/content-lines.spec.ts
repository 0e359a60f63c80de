import { runToEnd } from '../../model/pausable.ts';
import { contentLinesStart, contentLineValues, isContentLines } from './content-lines.ts';
import { PIECE } from './form-pairs.ts';

const valuesOf = (text: string) => [...contentLineValues(text)].filter((value) => value !== null);
const card = (lines: string) => `BEGIN:VCARD\r\n${lines}\r\nEND:VCARD\r\n`;
const within = (lines: string) => valuesOf(card(lines)).slice(1, -1);

it.each([
  ['a value', 'NOTE:a', ['a']],
  ['parameters', 'ATTENDEE;CN="a:b;c";X=y:mailto:d', ['a:b;c', 'mailto:d']],
  ['parameters over lines', 'ATTENDEE;CN="UNI\r\n ON SEL\r\n ECT":mailto:d', ['UNION SELECT', 'mailto:d']],
  ['escapes of parameters', "ATTENDEE;CN=a^'b^nc^^:d", ['a"b\nc^', 'd']],
  ['a name over lines', 'NO\r\n TE:a b', ['a b']],
  ['a coded value behind a name over lines', 'NO\r\n TE;ENCODING=QUOTED-PRINTABLE:a=\r\nb', ['ab']],
  ['a lone quote in a parameter', `NOTE;X='":a b`, ['a b']],
  ['what has no name over lines', 'a b\r\n c: d', ['a bc: d', ' d']],
  ['a name that is too long', `${'N'.repeat(81)}:a`, ['a']],
  ['a group', 'item1.NOTE:a', ['a']],
  ['escapes', 'NOTE:a\\, b\\; c\\nd\\\\e', ['a, b; c\nd\\e']],
  ['escapes beside a quote', 'NOTE:"a"\\; b\\nc', ['"a"\\; b\nc']],
  ['a folded line', 'NOTE:UNI\r\n ON SEL\r\n\tECT', ['UNION SELECT']],
  ['line feeds alone', 'NOTE:UNI\n ON\nFN:b', ['UNION', 'b']],
  ['quoted-printable', 'NOTE;ENCODING=QUOTED-PRINTABLE:=3Cb=\r\n=3E', ['<b>']],
  ['quoted-printable of telephones', 'NOTE;QUOTED-PRINTABLE;CHARSET=UTF-8:=c3=A4', ['\xc3\xa4']],
  ['an equals sign at the end of what is not coded', 'NOTE:a=\r\nFN:b', ['a=', 'b']],
  ['no property', 'a line', []],
  ['nothing', 'NOTE:', []],
])('tells %s', (_what, lines, values) => {
  expect(within(lines)).toEqual(values);
});

it('leaves out, of a text that is judged as a whole, what stands in it as it is', () => {
  const lines = 'FN:Ann\r\nNOTE:;curl\r\nORG:a\\, b\r\nTITLE:fol\r\n ded';
  expect([...contentLineValues(card(lines), true)]).toEqual([';curl', 'a, b', 'folded']);
});

it.each([
  ['BEGIN:VCALENDAR\r\n', true],
  ['\xef\xbb\xbfbegin:vcard\n', true],
  [`${'\n'.repeat(50)}BEGIN:VCARD\n`, true],
  ['X:1\r\nBEGIN:VCARD\n', true],
  ['BE\r\n GIN:\n V\n CARD\n', true],
  ['a.BEGIN:VCARD\n', true],
  ['BEGIN;X=1:VCARD\n', true],
  ['BEGIN: VCARD\n', false],
  ['a BEGIN:VCARD\n', false],
  ['BEGIN:VCARDS and more', true],
  ['-----BEGIN CERTIFICATE-----\n', false],
])('%j begins one: %s', (text, expected) => {
  expect(isContentLines(text)).toBe(expected);
});

it.each([
  ['folds', '\r\n a'],
  ['soft breaks', '=\r\n'],
  ['lines', '\r\nA:b'],
  ['parameters', ';a="'],
  ['breaks', '\r\n'],
])('pauses on its way through many %s, in no more than a look at each byte', (_what, piece) => {
  const text = `BEGIN:VCARD\r\nNOTE;QUOTED-PRINTABLE:${piece.repeat(300_000 / piece.length)}`;
  const began = process.cpuUsage();
  const values = [...contentLineValues(text)];
  const { user } = process.cpuUsage(began);
  expect(values.filter((value) => value === null).length).toBeGreaterThanOrEqual(
    piece === ';a="' ? 0 : Math.floor(text.length / PIECE) - 1,
  );
  expect(user).toBeLessThan(2_000_000);
});

it.each([0, 1, PIECE - 12, PIECE - 1, PIECE, PIECE + 1, 5 * PIECE - 3])(
  'finds where cards begin: behind %i bytes',
  (before) => {
    const text = `${'x'.repeat(before)}\n${[...'BEGIN:VCARD'].join('\r\n ')}\r\n`;
    const budget = { steps: 0, isSliceOver: true };
    expect(runToEnd(contentLinesStart(text, budget))).toBe(before);
    expect(runToEnd(contentLinesStart(text.replace('V', 'W'), budget))).toBe(-1);
    expect(runToEnd(contentLinesStart(`x${text.replace('\n', '')}`, budget))).toBe(-1);
  },
);
