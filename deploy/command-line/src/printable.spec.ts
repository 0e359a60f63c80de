import { printable, printableLines } from './printable.ts';

it.each([
  ['\u001b]0;title\u0007', '\uFFFD]0;title\uFFFD'],
  ['a\u009b31mb', 'a\uFFFD31mb'],
  ['a\u202egnp.exe', 'a\uFFFDgnp.exe'],
  ['a\nb', 'a\uFFFDb'],
  ['Grüße, 世界 😀', 'Grüße, 世界 😀'],
])('%j is shown as %j', (text, shown) => {
  expect(printable(text)).toBe(shown);
});

it('lines stay lines', () => {
  expect(printableLines('a\n  b\u001b[2J\n')).toBe('a\n  b\uFFFD[2J\n');
});
