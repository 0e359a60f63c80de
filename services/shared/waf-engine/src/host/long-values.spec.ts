import fc from 'fast-check';
import { compileRuleSet, type SiteRuleSet, UNFINISHED } from '../index.ts';
import type { RuleTransaction } from './transaction.ts';

const CONNECTION = {
  id: 'long',
  clientAddress: '192.0.2.1',
  clientPort: 1,
  serverAddress: '192.0.2.2',
  serverPort: 80,
};
const RULES = `SecRuleEngine On
SecRequestBodyAccess On
SecRule ARGS "@detectSQLi" "id:1,phase:2,pass,t:urlDecodeUni,t:htmlEntityDecode,t:removeNulls,msg:'SQL'"
SecRule ARGS "@detectXSS" "id:2,phase:2,pass,t:jsDecode,t:cssDecode,msg:'script'"
SecRule ARGS "@rx union\\s+select" "id:3,phase:2,pass,t:replaceComments,t:compressWhitespace,t:lowercase,msg:'words'"`;
/** Longer than what is read at once. */
const LONG = 40_000;

const sites = (['indexed', 'naive'] as const).map((evaluation) =>
  compileRuleSet([{ name: 'long.conf', text: RULES }], { evaluation }).withOverlay({}),
) as [SiteRuleSet, SiteRuleSet];

function judge(
  site: SiteRuleSet,
  value: string,
  steps: number,
): { rules: number[]; slices: number; longest: number } {
  const transaction = site.beginSlicedTransaction(CONNECTION, steps) as RuleTransaction;
  transaction.requestLine('POST', '/', 'HTTP/1.1');
  transaction.requestHeaders(['Content-Type', 'application/x-www-form-urlencoded']);
  transaction.requestBodyChunk(Buffer.from(`a=${encodeURIComponent(value)}`, 'latin1'));
  let slices = 1;
  let longest = 0;
  for (let answer = transaction.requestBody(); answer === UNFINISHED; slices++) {
    const before = transaction.matcherSteps;
    answer = transaction.resume();
    longest = Math.max(longest, transaction.matcherSteps - before);
  }
  transaction.logging();
  return { rules: transaction.audit().matches.map(({ ruleId }) => ruleId), slices, longest };
}

const PIECES = [
  ...[
    "'",
    '"',
    '`',
    '#',
    '-- ',
    '--x',
    '/*',
    '*/',
    '(',
    ')',
    '{',
    '}',
    ',',
    ';',
    '+',
    '- ',
    ' or ',
    '1',
    '1,1',
    '\\n',
  ],
  ...[
    'union ',
    'select ',
    'a.b',
    '@@x',
    '::int',
    'not ',
    'like ',
    'sp_password',
    '\\0',
    '%27',
    '&#39;',
    '\\\\x27',
  ],
  ...[
    '<',
    '>',
    '<a ',
    '<b>',
    'on=',
    'href=',
    '"x"',
    '=',
    '/',
    '<!--',
    '-->',
    '<script',
    '<svg',
    'java',
    'style=',
  ],
];

describe('a long value', () => {
  it.each([
    ["'x' 'y' ".repeat(LONG / 8), "1' or '1'='1", 'ends as an injection'],
    ['(/* */'.repeat(LONG / 6), "1 union select 'x'", 'hides one behind what says nothing'],
    ['a <b c=d>'.repeat(LONG / 9), '<svg onload=x>', 'ends with a script'],
    ['1,'.repeat(LONG / 2), '1', 'is a list'],
  ])('is judged with pauses as at once: %#', (beginning, end) => {
    for (const value of [beginning + end, end + beginning]) {
      const { rules, slices } = judge(sites[0], value, 1);
      expect(rules).toEqual(judge(sites[1], value, Number.POSITIVE_INFINITY).rules);
      expect(slices).toBeGreaterThan(10);
    }
  });

  it('of any pieces is judged with pauses as at once', () => {
    let found = 0;
    const repeated = fc.tuple(
      fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 5 }),
      fc.array(fc.constantFrom(...PIECES), { minLength: 0, maxLength: 6 }),
    );
    for (const [unit, end] of fc.sample(repeated, { numRuns: 80, seed: 20_261_122 })) {
      const text = unit.join('');
      const value = text.repeat(Math.ceil(20_000 / text.length)) + end.join('');
      const { rules } = judge(sites[0], value, 5_000);
      expect([unit, end, rules]).toEqual([unit, end, judge(sites[1], value, Number.POSITIVE_INFINITY).rules]);
      found += rules.length;
    }
    expect(found).toBeGreaterThan(10);
  });

  it.each(['indexed', 'naive'] as const)(
    'holds nobody up while rules are asked about it: %s',
    (evaluation) => {
      const text = `SecRuleEngine On
SecRequestBodyAccess On
SecRule ARGS "@rx (a+)b(c|d)" "id:1,phase:2,pass,capture"
SecRule ARGS "@rx nothing" "id:2,phase:2,pass"
SecRule ARGS "@detectSQLi" "id:3,phase:2,pass"
SecRule REQUEST_BODY "@rx nothing" "id:4,phase:2,pass"
SecRule ARGS "!@rx ^[a=]" "id:5,phase:2,pass"
SecRule ARGS "@verifyCC \\d{13,16}" "id:6,phase:2,pass"
SecRule ARGS "@pm nothing nobody" "id:7,phase:2,pass,multiMatch,t:utf8toUnicode,t:removeWhitespace"
SecRule ARGS "@rxGlobal (n)(o)thing" "id:8,phase:2,pass,capture,t:cmdLine,t:normalisePathWin,t:htmlEntityDecode"`;
      const site = compileRuleSet([{ name: 'long.conf', text }], { evaluation }).withOverlay({});
      for (const [end, rules] of [
        ['', []],
        ['bd', [1]],
      ] as const) {
        const value = `${'a word or two '.repeat(40_000)}${end === '' ? '' : `a${end}`}`;
        const { rules: found, longest } = judge(site, value, 20_000);
        expect(found).toEqual(rules);
        expect(longest).toBeLessThan(40_000);
      }
    },
  );
});
