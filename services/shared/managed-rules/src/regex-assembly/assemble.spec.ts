import { assembleRegex, includedLines } from './assemble.ts';

const assembled = (...lines: string[]) => assembleRegex(lines.join('\n'));

it.each<[what: string, lines: string[], pattern: string]>([
  ['one line', ['union'], 'union'],
  ['lines are alternatives, in their order', ['or', 'order', '', 'and'], 'or|order|and'],
  ['comments and indentation say nothing', ['##! joined rows', '  union', '##!', '\tall'], 'union|all'],
  ['flags', ['##!+ i', 'union', 'all'], '(?i)union|all'],
  ['names', ['##!> define digits [0-9]{1,12}', 'a{{digits}}', '{{digits}}b'], 'a[0-9]{1,12}|[0-9]{1,12}b'],
  ['names in names', ['##!> define a x', '##!> define b {{a}}y', '{{b}}'], 'xy'],
  [
    'pieces of one alternative',
    ['##!> assemble', String.raw`\b`, '##!=>', 'or', 'and', '##!=>', String.raw`{1,2}\s`, '##!<', 'not'],
    String.raw`\b(?:or|and){1,2}\s|not`,
  ],
  [
    'blocks in blocks',
    [
      '##!> assemble',
      'a',
      '##!=>',
      '##!> assemble',
      'b',
      '##!=>',
      'c',
      'd',
      '##!<',
      'e',
      '##!=>',
      'f',
      '##!<',
    ],
    'a(?:b(?:c|d)|e)f',
  ],
  ['a block of alternatives alone', ['##!> assemble', 'a', 'b', '##!<'], '(?:a|b)'],
  ['signs that mean something elsewhere', ['#', '##', 'a##!b', '{{', 'a{1,2}'], '#|##|a##!b|{{|a{1,2}'],
])('%s', (_what, lines, pattern) => {
  expect(assembled(...lines)).toBe(pattern);
});

it('a file that is included stands for its lines', () => {
  const files: Record<string, string> = { verbs: '##! of rows\nselect\n\n  update' };
  const linesOf = (name: string) => (files[name] === undefined ? undefined : includedLines(files[name]));
  expect(assembleRegex('a\n##!> include verbs\nb', linesOf)).toBe('a|select|update|b');
  expect(assembleRegex('##!> assemble\n##!> include verbs\n##!=>\n!\n##!<', linesOf)).toBe(
    '(?:select|update)!',
  );
  expect(() => assembleRegex('a\n##!> include nouns', linesOf)).toThrow(
    'line 2: ##!> include nouns: there is no such file',
  );
});

it.each<[what: string, lines: string[], message: string]>([
  ['nothing', ['##! only words'], 'line 1: there is no alternative'],
  ['a block without an end', ['a', '##!> assemble', 'b'], 'line 2: this block has no end (##!<)'],
  ['an end without a block', ['a', '##!<'], 'line 2: ##!< means nothing here'],
  ['pieces without a block', ['a', '##!=>', 'b'], 'line 2: ##!=> means nothing here'],
  ['an empty piece', ['##!> assemble', '##!=>', 'a', '##!<'], 'line 2: there is no alternative above'],
  ['an unknown name', ['a', '{{digits}}'], 'line 2: {{digits}} is not defined above'],
  ['an unknown directive', ['##!> cmdline unix', 'a'], 'line 1: ##!> cmdline unix means nothing here'],
  ['a comment without a blank', ['##!words', 'a'], 'line 1: ##!words means nothing here'],
])('%s is told with its line', (_what, lines, message) => {
  expect(() => assembled(...lines)).toThrow(message);
});
