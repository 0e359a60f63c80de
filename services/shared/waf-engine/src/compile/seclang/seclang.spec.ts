import { decodeUtf8, encodeUtf8 } from '@palisade/regex';
import { compileRuleSet } from '../../host/rule-set.ts';
import { RuleError } from '../../model/errors.ts';
import { splitLogicalLines } from './logical-lines.ts';
import { parseMacros } from './parse-macros.ts';
import { parseDirectives, parseRule } from './parser.ts';

const parse = (text: string) => parseDirectives({ name: 'a.conf', text });
const rule = (text: string) => parseRule(parse(text)[0]!);

function errorOf(text: string): RuleError {
  try {
    compileRuleSet([{ name: 'a.conf', text }]);
  } catch (error) {
    if (error instanceof RuleError) return error;
  }
  throw new Error('no RuleError was thrown');
}

describe('lines and words', () => {
  it('joins continued lines and drops comments and blank lines', () => {
    const lines = splitLogicalLines({
      name: 'a',
      text: '# one\\\n still a comment\n\nSecRuleEngine \\\r\n  On\n',
    });
    expect(lines.map((line) => line.text)).toEqual(['SecRuleEngine   On']);
  });

  it('keeps backslashes that belong to a pattern, drops those before a quote', () => {
    expect(parse(String.raw`SecRule ARGS "a\"b\x41\\c" 'id:1'`)[0]!.args.map((token) => token.value)).toEqual(
      ['ARGS', String.raw`a"b\x41\\c`, 'id:1'],
    );
  });

  it('sees text as the bytes of UTF-8 and gives it back as text', () => {
    for (const text of ['plain', 'é', '€', '𝄞']) expect(decodeUtf8(encodeUtf8(text))).toBe(text);
    expect(encodeUtf8('é')).toBe('\xc3\xa9');
    expect(decodeUtf8('\xc0\xaf')).toBe('\ufffd\ufffd');
  });
});

describe('rules', () => {
  it('takes variables apart: modifiers, keys, regex selectors, paths', () => {
    const { variables } = rule(
      String.raw`SecRule "ARGS|!ARGS:/a|b\/c/|&REQUEST_HEADERS:'X-Y'|XML:/*" "@rx a" "id:1"`,
    );
    expect(variables.map(({ name, modifier, selector }) => [name, modifier, selector])).toEqual([
      ['ARGS', 'none', null],
      ['ARGS', 'exclude', { kind: 'regex', source: 'a|b/c' }],
      ['REQUEST_HEADERS', 'count', { kind: 'key', key: 'X-Y' }],
      ['XML', 'none', { kind: 'xpath', path: '/*' }],
    ]);
  });

  it('reads operators with and without a name, negated or not', () => {
    const operatorOf = (text: string) => {
      const { name, negated, argument } = rule(`SecRule ARGS "${text}" "id:1"`).operator!;
      return [name, negated, argument];
    };
    expect(operatorOf('@streq a b')).toEqual(['streq', false, 'a b']);
    expect(operatorOf('!@eq 0')).toEqual(['eq', true, '0']);
    expect(operatorOf('^x')).toEqual(['rx', false, '^x']);
    expect(operatorOf('!^x')).toEqual(['rx', true, '^x']);
  });

  it('reads actions with quoted values and commas inside', () => {
    const { actions } = rule(
      String.raw`SecRule ARGS "a" "id:'7', msg:'it\'s, well',setvar:tx.a=+%{tx.b},pass"`,
    );
    expect(actions.map(({ name, argument }) => [name, argument])).toEqual([
      ['id', '7'],
      ['msg', "it's, well"],
      ['setvar', 'tx.a=+%{tx.b}'],
      ['pass', null],
    ]);
  });

  it('finds macros in text and leaves plain text alone', () => {
    expect(parseMacros('100% sure')).toBe('100% sure');
    expect(parseMacros('a %{tx.Foo} %{REMOTE_ADDR}')).toMatchObject({
      parts: ['a ', { variable: 'TX', key: 'foo' }, ' ', { variable: 'REMOTE_ADDR', key: null }],
    });
  });
});

describe('errors', () => {
  it.each([
    ['SecRul ARGS "a" "id:1"', 'seclang_unknown_directive', 1, 1],
    ['SecRule ARG "a" "id:1"', 'seclang_unknown_variable', 1, 9],
    ['SecRule ARGS "@rxx a" "id:1"', 'seclang_unknown_operator', 1, 15],
    ['SecRule ARGS "a" \\\n  "id:1,\\\n  foo"', 'seclang_unknown_action', 3, 3],
    ['SecRule ARGS "a" "id:1,t:nope"', 'seclang_unknown_transformation', 1, 1],
    ['SecRule ARGS "a(" "id:1"', 'pattern_syntax', 1, 15],
    ['SecRule ARGS "a', 'seclang_syntax', 1, 14],
    ['SecRule ARGS "a" "pass"', 'seclang_missing_id', 1, 1],
    ['SecAction "id:1"\nSecAction "id:1"', 'seclang_duplicate_id', 2, 1],
    ['SecRule ARGS "a" "id:1,chain"', 'seclang_syntax', 1, 1],
    ['SecRuleEngine Maybe', 'seclang_bad_argument', 1, 15],
    ['Include nowhere.conf', 'seclang_unresolved_include', 1, 9],
    ['SecRule ARGS "@streq %{nope.x}" "id:1"', 'seclang_unknown_variable', 1, 22],
    ['SecAction "id:1,ctl:fly=On"', 'seclang_unknown_action', 1, 17],
    ['SecAction "id:1,setvar:args.x=1"', 'seclang_bad_argument', 1, 17],
  ])('%j is %s at %i:%i', (text, code, line, column) => {
    expect(errorOf(text)).toMatchObject({ code, position: { file: 'a.conf', line, column } });
  });

  it('shows the line and a caret below the column', () => {
    expect(errorOf('SecRule ARGS "a" \\\n   "id:1,foo"').message).toBe(
      'a.conf:2:10: no such action: foo\n     "id:1,foo"\n           ^',
    );
  });
});
