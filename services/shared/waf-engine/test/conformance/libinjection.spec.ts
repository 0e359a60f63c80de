/**
 * libinjection's own cases: 249 of its SQL tokenizer, 118 of folding, 50 of SQL injection and 63 of its HTML tokenizer. All
 * agree.
 */

import { describeWithData, readArchive } from '../../../regex/test/support/test-data.ts';
import { Html5Tokenizer } from '../../src/evaluate/libinjection/html5-tokenizer.ts';
import { SqlFolder } from '../../src/evaluate/libinjection/sql-folding.ts';
import { emptyToken, type SqlToken } from '../../src/evaluate/libinjection/sql-token.ts';
import { SqlTokenizer } from '../../src/evaluate/libinjection/sql-tokenizer.ts';
import { detectSqlInjection } from '../../src/evaluate/libinjection/sqli.ts';

const ARCHIVE = 'engine/libinjection/tests.tar.gz';

interface Case {
  readonly name: string;
  readonly input: string;
  readonly expected: string;
}

describeWithData('libinjection cases', ARCHIVE, () => {
  const cases = [...readArchive(ARCHIVE)]
    .filter(([name]) => name.endsWith('.txt'))
    .map(([name, content]) => parse(name.replace(/^.*\//, ''), content.toString('latin1')));
  const ofKind = (kind: string) => cases.filter(({ name }) => name.startsWith(`test-${kind}-`));

  it('are 480', () => {
    expect(cases).toHaveLength(480);
  });

  it.each([
    ['tokens', 249, tokens],
    ['folding', 118, folded],
    ['sqli', 50, (input: string) => detectSqlInjection(input) ?? ''],
    ['html5', 63, htmlTokens],
  ] as const)('agree: %s', (kind, count, run) => {
    const chosen = ofKind(kind);
    expect(chosen).toHaveLength(count);
    const differing = chosen.filter(({ input, expected }) => run(input).trimEnd() !== expected);
    expect(differing).toEqual([]);
  });
});

function parse(name: string, text: string): Case {
  const [, rest = ''] = text.split('--INPUT--\n');
  const [input = '', expected = ''] = rest.split('--EXPECTED--\n');
  return { name, input: input.replace(/[ \n\t\r]+$/, ''), expected: expected.replace(/[ \n\t\r]+$/, '') };
}

function tokens(input: string): string {
  const tokenizer = new SqlTokenizer();
  tokenizer.reset(input, '', 'ansi');
  const lines: string[] = [];
  const token = emptyToken();
  while (tokenizer.next(token)) lines.push(line(token));
  return lines.join('\n');
}

function folded(input: string): string {
  const tokenizer = new SqlTokenizer();
  tokenizer.reset(input, '', 'ansi');
  const folder = new SqlFolder();
  const count = folder.fold(tokenizer);
  return folder.tokens.slice(0, count).map(line).join('\n');
}

function htmlTokens(input: string): string {
  const tokenizer = new Html5Tokenizer();
  tokenizer.reset(input, 'data');
  const lines: string[] = [];
  while (tokenizer.next()) {
    const { type, start, length } = tokenizer;
    lines.push(`${type},${length},${input.slice(start, start + length)}`);
  }
  return lines.join('\n');
}

/** As libinjection's test driver prints a token. */
function line({ type, text, open, close, signs }: SqlToken): string {
  if (type === 's') return `${type} ${open}${text}${close}`;
  if (type === 'v') return `${type} ${'@'.repeat(signs)}${open}${text}${close}`;
  return `${type} ${text}`;
}
