/** Patterns that begin with a repetition which any value passes through: a set finds them where each finds itself. */
import { compilePattern } from '../index.ts';
import { UnionSet } from './pattern-set.ts';

const PATTERNS = [
  String.raw`(?i)\A\S*?(?:require\('fs'\)|process\.binding)`,
  String.raw`\A(?:\S*\s){0,4}\S*?['")]\s?or\b`,
  String.raw`\A[^\r\n]*[;|]\s{0,4}cat`,
  String.raw`(?:\A\S*?|[=(])\bdocument\.cookie`,
  String.raw`\A[^\x80-\xff]*?\band\s[0-9]=|x\S*y`,
  String.raw`\A.*`,
  String.raw`\A\w{8,}\z`,
  String.raw`\w*`,
].map((text) => compilePattern(text));
const PIECES = [
  'a ',
  "require('fs')",
  'process.binding',
  "' or ",
  ' or',
  '\n',
  '; cat',
  'document.cookie',
  '=',
  'and 7=',
  '\xe9',
  'x',
  'y',
  'words_',
];

/** As many different values as a union has states on credit for, and more. */
function* values(): Generator<string> {
  let seed = 7;
  for (let round = 0; round < 3000; round++) {
    let value = '';
    for (let piece = 0; piece < 1 + (round % 7); piece++) {
      seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff;
      value += PIECES[(seed >> 8) % PIECES.length]! + (seed % 3 === 0 ? String(seed % 977) : '');
    }
    yield value;
  }
}

describe('a set of patterns', () => {
  it('finds what each of them finds', () => {
    const set = new UnionSet(PATTERNS);
    const found = new Set<number>();
    for (const value of values()) {
      const out = new Uint32Array(1);
      set.scan(value, out);
      const expected = PATTERNS.reduce(
        (bits, pattern, at) => (pattern.test(value) ? bits | (1 << at) : bits),
        0,
      );
      expect([value, out[0]]).toEqual([value, expected]);
      for (const at of PATTERNS.keys()) if ((expected & (1 << at)) !== 0) found.add(at);
    }
    expect(found.size).toBe(PATTERNS.length);
  });
});
