import { CODE_IN_FIELDS, Substitution } from './substitution.ts';

it('plain values are masked as all others are', () => {
  const likeAll = new Substitution();
  const quick = new Substitution();
  const kindsOf = (text: string) =>
    text
      .replace(/[qvwyzk]/g, 'a')
      .replace(/[QVWYZK]/g, 'A')
      .replace(/[1-9]/g, '9');
  for (const value of ['', 'a', 'Abc12-xY_9', ' GA1.2.3;x="y z"', "0'or'1'='1", '\x00\x7f~9a'])
    expect(kindsOf(quick.mask(value))).toBe(kindsOf(likeAll.maskPieces(value)));
  expect(quick.mask('\u4e00a')).toMatch(/^\u4e00[a-z]$/);
});

it.each(['a', '7', 'ab', 'ABCD', '1234', 'abcde', '12345'])(
  '%s becomes the same wherever it stands',
  (word) => {
    const substitution = new Substitution();
    const masked = substitution.mask(word);
    const escaped = `%${word.charCodeAt(0).toString(16)}${word.slice(1)}`;
    const kept = new Set(['kept']);
    expect(substitution.mask(`${word}=/${word}`)).toBe(`${masked}=/${masked}`);
    expect(substitution.mask(`${word} kept`, kept)).toBe(`${masked} kept`);
    expect(substitution.mask(`${word}%20`)).toBe(`${masked}%20`);
    expect(decodeURIComponent(substitution.mask(escaped))).toBe(masked);
    expect(substitution.mask(word, new Set([word.toLowerCase()]))).toBe(word);
    // In a long value as well.
    expect(substitution.mask(`-${'x'.repeat(5_000)}-${word}`).endsWith(`-${masked}`)).toBe(true);
    expect(masked).toHaveLength(word.length);
  },
);

it('letters are drawn evenly', () => {
  const counts = new Map<string, number>();
  for (let count = 0; count < 3_000; count++)
    for (const letter of new Substitution().mask('abcdefghij'))
      counts.set(letter, (counts.get(letter) ?? 0) + 1);
  expect([...counts.keys()].sort().join('')).toBe('kqvwyz');
  for (const count of counts.values()) expect(Math.abs(count - 5_000)).toBeLessThan(400);
});

it.each([
  [true, '<script>alert</script>'],
  [true, '%3Cdiv%3E'],
  [true, '%253Cdiv'],
  [true, '$(id)'],
  [true, "' or 1=1"],
  [true, 'a&lt;b'],
  [true, String.raw`\u003cb`],
  [true, '"a" or "b"="b'],
  [false, 'k3eph7thxs8mf'],
  [false, '"a string of JSON"'],
  [false, "'an attribute'"],
  [false, 'a%20b+c'],
])('it is %s that %s may hide code', (hides, value) => {
  const substitution = new Substitution();
  substitution.mask(value);
  expect(substitution.hidesCode).toBe(hides);
});

it('what a rule has found in a value may be hidden as well, since it may be written otherwise there', () => {
  const substitution = new Substitution();
  // Rules read that as `/windows`.
  const kept = new Set(['windows']);
  substitution.mask('windows', kept);
  expect(substitution.hidesCode).toBe(false);
  substitution.mask('0x2fwindows0x2fsystem32', kept);
  expect(substitution.hidesCode).toBe(true);
});

it.each([
  [true, 'a=<b'],
  [true, 'a=%3Cb'],
  [true, "a=1' or 1"],
  [false, 'a=%7B%22theme%22%3A1%7D; b=GS2.1.s17$o1|x; __utmz=(direct)'],
])('it is %s that the cookies %s may hide code', (hides, cookies) => {
  const [quick, each] = [new Substitution(), new Substitution()];
  quick.maskCookies(cookies);
  for (const value of cookies.split(';')) each.mask(value, undefined, CODE_IN_FIELDS);
  expect(each.hidesCode).toBe(hides);
  if (!/[%]/.test(cookies)) expect(quick.hidesCode).toBe(hides);
});
