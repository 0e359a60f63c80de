import { compilePattern } from '@palisade/regex';
import { FORM, inspect } from '../../../test/support/inspect.ts';
import type { CompiledOperator } from '../../model/operator.ts';
import { tellingSpan } from './telling-span.ts';

/** The recorded match of a pattern in a form field. */
function matchedBy(pattern: string, value: string): string {
  const rule = `SecRule ARGS:q "@rx ${pattern}" "id:1,phase:2,pass,log,capture,logdata:'%{TX.0}|%{TX.1}|%{MATCHED_VAR}|%{ARGS.q}'"`;
  const { matches } = inspect(rule, {
    method: 'POST',
    headers: FORM,
    body: `q=${encodeURIComponent(value)}`,
  });
  const { transformed, matchOffset, matchLength } = matches[0]!.targets[0]!;
  const matched = transformed.slice(matchOffset, matchOffset + matchLength);
  const [all, , value0, rest] = matches[0]!.data.split('|');
  expect([all, value0, rest]).toEqual([matched, matched, '']);
  return matched;
}

describe('what is told of a match', () => {
  it('leaves out what its pattern says may stand before it', () => {
    expect(matchedBy('(?i)\\A.{0,250}?\\bunion\\s+select', 'my secret is 42 union select 1')).toBe(
      'union select',
    );
    expect(matchedBy('^[^<]*<script', 'dear friend <script>')).toBe('<script');
    expect(matchedBy('\\A(?:[a-z ]+)(or) 1=1', 'mine or 1=1 yours')).toMatch(/^\w? ?or 1=1$/);
  });

  it('is found in bounded work, however long the match and what follows it are', () => {
    const looked: number[] = [];
    const wanted = compilePattern('^[^<]*<script');
    const pattern = {
      find(text: string, from: number) {
        looked.push(text.length);
        return wanted.find(text, from);
      },
    };
    const operator = { scan: { kind: 'pattern', source: '', pattern } } as unknown as CompiledOperator;
    const [before, after] = ['x'.repeat(500_000), 'y'.repeat(500_000)];
    const span = { offset: 0, length: before.length + '<script'.length };
    expect(tellingSpan(operator, '@rx ^[^<]*<script', `${before}<script${after}`, span)).toEqual({
      offset: before.length,
      length: '<script'.length,
    });
    expect(looked.reduce((sum, length) => sum + length, 0)).toBeLessThan(16_000);
  });

  it('is all of it where the pattern needs that, and where nothing stands before', () => {
    expect(matchedBy('\\Aunion select', 'union select 1')).toBe('union select');
    expect(matchedBy('union.*select', 'a union all select b')).toBe('union all select');
  });
});
