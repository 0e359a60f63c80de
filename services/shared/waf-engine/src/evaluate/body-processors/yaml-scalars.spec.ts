import fc from 'fast-check';
import { parseAllDocuments, stringify, type ToStringOptions, visit } from 'yaml';
import { PIECE } from './form-pairs.ts';
import { isYaml, yamlScalars } from './yaml-scalars.ts';

const scalarsOf = (text: string) => [...yamlScalars(text)].filter((scalar) => scalar !== null);
const bytes = (text: string) => Buffer.from(text, 'utf8').toString('latin1');

describe('the scalars of a YAML document', () => {
  it('are names and values, in every style', () => {
    const text = [
      '%YAML 1.2',
      '--- # a comment',
      'plain: a b # said',
      '"in quotes": "a\\x3bb\\u0041 \\',
      '  c"',
      "single: 'it''s'",
      'folded: >-',
      '  cat',
      '  /etc/passwd',
      'literal: |',
      '  one',
      '  two',
      'goes on: cat',
      '  /etc/hosts',
      'list:',
      '- !!str tagged',
      '- &anchor anchored',
      '- - nested',
      '- key: value',
      '  other: "more"',
      'flow: {a: b c, "d": [e, \'f\'], g: "h"}',
      '? asked',
      ': answered',
      '...',
    ].join('\n');
    expect(scalarsOf(text)).toEqual(
      expect.arrayContaining([
        ['plain', 'a b'],
        ['in quotes', 'a;bA c'],
        ['single', "it's"],
        ['folded', 'cat /etc/passwd'],
        ['literal', 'one\ntwo'],
        ['goes on', 'cat /etc/hosts'],
        ['', 'tagged'],
        ['', 'anchored'],
        ['', 'nested'],
        ['key', 'value'],
        ['other', 'more'],
        ['a', 'b c'],
        ['d', 'e'],
        ['d', 'f'],
        ['g', 'h'],
        ['', 'asked'],
        ['', 'answered'],
      ]),
    );
  });

  it('end with a block where its header says how far it is indented', () => {
    expect(scalarsOf('a: |2-\n  cat\n :\n')).toContainEqual(['a', 'cat']);
    expect(scalarsOf('list:\n- b: >1\n    cat\n    /etc/hosts\n- c')).toContainEqual(['b', 'cat /etc/hosts']);
    expect(scalarsOf('--- |1\n cat\n')).toContainEqual(['', 'cat']);
  });

  it('are text from a mark of documents on that does not begin its line', () => {
    expect(scalarsOf('"":\n ---\ta: ""\n')).toContainEqual(['', '---\ta']);
    expect(scalarsOf('a: --- b')).toContainEqual(['a', '--- b']);
    expect(scalarsOf('--- - a\n---\tb: c')).toEqual(
      expect.arrayContaining([
        ['', 'a'],
        ['b', 'c'],
      ]),
    );
  });

  it('are all those that a parser hands to its application', () => {
    const word = fc.oneof(
      fc.string({ maxLength: 12 }),
      fc.string({ unit: fc.constantFrom(...'a b\n:-#\'"{}[]|>&*!%@`,?\\\té'), maxLength: 24 }),
    );
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { maxDepth: 3 },
        word,
        fc.array(tie('any'), { maxLength: 4 }),
        fc.dictionary(word, tie('any'), { maxKeys: 4 }),
      ),
    })).any;
    const style = fc.record({
      collectionStyle: fc.constantFrom('any', 'block', 'flow'),
      defaultStringType: fc.constantFrom(
        'PLAIN',
        'QUOTE_DOUBLE',
        'QUOTE_SINGLE',
        'BLOCK_FOLDED',
        'BLOCK_LITERAL',
      ),
      defaultKeyType: fc.constantFrom('PLAIN', 'QUOTE_DOUBLE', 'QUOTE_SINGLE'),
      indent: fc.integer({ min: 1, max: 6 }),
      indentSeq: fc.boolean(),
      lineWidth: fc.constantFrom(0, 20, 80),
    });
    fc.assert(
      fc.property(value, style, (document, options) => {
        const text = stringify(document, options as ToStringOptions);
        const seen = new Set(scalarsOf(bytes(text)).map(([, seenValue]) => withoutBreaks(seenValue)));
        for (const wanted of stringsOf(text)) expect(seen).toContain(withoutBreaks(bytes(wanted)));
      }),
      { numRuns: 500 },
    );
  });

  it('come with moments to pause, whatever the text is made of', () => {
    // What stands behind a quoted value or a collection on its line is no part of the document.
    const MIN_MOMENTS = 10;
    for (const piece of [
      'a: b\n',
      '- ',
      '"a" \n',
      '"\\n\n',
      '{a: b}\n',
      '[',
      'a: ',
      ' \n',
      '!a ',
      "'a\n",
      '&a &b',
      '|\n a\n',
      'a: [\n',
      '\r',
      '# x\n',
    ]) {
      const text = piece.repeat(200_000 / piece.length);
      expect([piece, Math.min([...yamlScalars(text)].length, MIN_MOMENTS)]).toEqual([piece, MIN_MOMENTS]);
    }
  });
});

it.each([
  ['lines, however short', 'a:\n', '--\n', 60_000 / 512],
  ['lines of a block', 'a: |\n', '  b\n', 60_000 / 512],
  ['line ends in quotes', 'a: "', '\r\n', 120_000 / PIECE],
  ['escaped line ends in quotes', 'a: "\\', '\n', 60_000 / PIECE],
])('pauses on its way through many %s', (_what, before, piece, moments) => {
  const pauses = [...yamlScalars(before + piece.repeat(60_000))].filter((scalar) => scalar === null);
  expect(pauses.length).toBeGreaterThanOrEqual(Math.floor(moments));
});

describe('a body is YAML', () => {
  it.each([
    ['a: b', 'application/yaml'],
    ['a: b', 'text/x-yaml; charset=utf-8'],
    ['a: b', 'application/vnd.oai.openapi+yaml'],
    ['--- x', ''],
    ['%YAML 1.1\n---\na', 'text/plain'],
    ['command: id', ''],
    ['- a: b\n', 'application/octet-stream'],
  ])('%j of type %j', (text, type) => expect(isYaml(text, 0, type)).toBe(true));

  it.each([
    ['Dear all: good morning', 'text/plain'],
    ['Dear all: good morning', ''],
    ['https://example.com/', ''],
    ['--boundary\r\n', ''],
    ['a=b', ''],
    ['--- a/file\n+++ b/file\n@@ -1 +1 @@\n', 'text/x-diff'],
  ])('%j of type %j is none', (text, type) => expect(isYaml(text, 0, type)).toBe(false));
});

/** Where lines are folded, how many breaks and blanks are left is a matter of style, not of what a rule looks for. */
const withoutBreaks = (text: string) => text.replace(/\s+/g, ' ').trim();

function stringsOf(text: string): string[] {
  const strings: string[] = [];
  // The writer makes some documents that its own reader refuses.
  for (const document of parseAllDocuments(text))
    if ('contents' in document && document.errors.length === 0)
      visit(document, { Scalar: (_, { value }) => void (typeof value === 'string' && strings.push(value)) });
  return strings;
}
