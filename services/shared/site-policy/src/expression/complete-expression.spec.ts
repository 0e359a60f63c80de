import { CONDITION_FIELDS } from '../groups/custom-rule-conditions.ts';
import { completeExpression } from './complete-expression.ts';
import { parseExpression } from './parse-expression.ts';
import { tokensOf } from './tokens.ts';

/** With `|` where the caret is. */
function at(marked: string) {
  const caret = marked.indexOf('|');
  return completeExpression(marked.replace('|', ''), caret);
}
const texts = (marked: string) => at(marked).suggestions.map(({ text }) => text);

it('begins with all fields, a negation and a bracket', () => {
  for (const begin of ['|', 'not |', '(|', 'path exists and |', 'ip equals 1.2.3.4 or (|'])
    expect(texts(begin)).toEqual([...CONDITION_FIELDS, 'not', '(']);
});

it.each([
  ['he|', ['header']],
  ['HE|', ['header']],
  ['path equ|', ['equals']],
  ['country |', ['equals', 'in_list']],
  ['attack_score |', ['equals', 'at_least']],
  ['scheme equals |', ['http', 'https']],
  ['tls_version equals {1.2, |', ['1.2', '1.3']],
  ['http_version equals {1.1|', ['1.1']],
  ['country equals d|', ['DE', 'DJ', 'DK', 'DM', 'DO', 'DZ']],
  ['bot_kind equals ai_a|', ['ai_assistant']],
  ['method equals {GET |', [',', '}']],
  ['path equals "/a" |', ['and', 'or']],
  ['(path equals "/a" |', ['and', 'or', ')']],
  ['((path equals "/a") |', ['and', 'or', ')']],
  ['header|', ['header']],
  ['header |', ['["']],
  ['header["X"|', [']']],
  ['header["X"] ex|', ['exists']],
  ['header["X"] exists a|', ['and']],
])('%s is completed by %j', (marked, suggested) => {
  expect(texts(marked)).toEqual(suggested);
});

it.each([
  'path equals "|',
  'path equals "/a|b"',
  'header["|',
  'path equals |',
  'nonsense equals |',
  'path and |',
  'path equals "/a") |',
  'path equals , |',
  '! |',
  'path equals {{|',
])('nothing is suggested in %s', (marked) => {
  expect(texts(marked)).toEqual([]);
});

it('what is suggested goes in the place of the word that the caret stands in', () => {
  expect(at('not coun|try equals DE')).toMatchObject({
    from: 4,
    to: 11,
    suggestions: [{ text: 'country', insert: 'country ' }],
  });
  expect(at('path | equals "/"')).toMatchObject({ from: 5, to: 5 });
});

it.each([
  ['(path starts_with "/admin" or header["X-Key"] exists) and not country equals {DE, AT}', 14],
  [
    'not (scheme equals http and (method equals POST or cookie["a"] matches "x")) or attack_score at_least 5',
    19,
  ],
  ['bot_kind equals {ai_training, seo} and tls_version equals 1.2 and ip in_list "a"', 12],
])('what the parser takes is among what is suggested before it: %s', (expression, checked) => {
  let suggested = 0;
  expect(() => parseExpression(expression.replace('in_list "a"', 'equals 192.0.2.1'))).not.toThrow();
  for (const { kind, text, offset } of tokensOf(expression)) {
    // Behind a word it is the word that is completed.
    if (kind === 'end' || kind === 'text' || /\w/.test(expression[offset - 1] ?? '')) continue;
    const { suggestions } = completeExpression(expression, offset);
    if (suggestions.length === 0) continue;
    const begins = suggestions.some(
      (one) => one.text.startsWith(text) || (text === '{' && one.kind === 'value'),
    );
    expect([text, offset, begins]).toEqual([text, offset, true]);
    suggested++;
  }
  expect(suggested).toBe(checked);
});
