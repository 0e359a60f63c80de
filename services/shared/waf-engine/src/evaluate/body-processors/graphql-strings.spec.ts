import { graphqlStrings, isGraphql } from './graphql-strings.ts';

const textsOf = (document: string) => [...graphqlStrings(document)].filter((text) => text !== null);

describe('the texts of a document of GraphQL', () => {
  it.each([
    ['"a\\"b\\\\c\\/d\\n"', ['a"b\\c/d\n']],
    ['"\\u0027\\u{27}\\u{00003c}"', ["''<"]],
    ['"\\ud83d\\ude00"', ['\xf0\x9f\x98\x80']],
    ['"\\u{110000}\\u{}\\uzz"', ['u{110000}u{}uzz']],
    ['""', ['']],
    ['"""\n    a\n      b\n  """', ['a\n  b']],
    ['"""a \\""" b"""', ['a """ b']],
    ['"""a\\u0027"""', ['a\\u0027']],
    ['# "no"\n"yes" # "no"', ['yes']],
    ['"open\n"next"', ['open', 'next']],
    ['"""open', ['open']],
  ])('of %j are %j', (document, texts) => expect(textsOf(document)).toEqual(texts));

  it('are read of many and of long ones with pauses', () => {
    const pauses = (document: string) => [...graphqlStrings(document)].filter((text) => text === null).length;
    expect(pauses('"a" '.repeat(100_000))).toBeGreaterThan(20);
    expect(pauses(`"${'\\n'.repeat(200_000)}"`)).toBeGreaterThan(20);
  });

  it.each([
    'query { a }',
    '{ a(x: 1) }',
    ', # c\n{...F}',
    'mutation m($v: [String!] = ["x"]) { a }',
    'fragment F on T { a }',
  ])('are looked for in %j', (document) => expect(isGraphql(document, 0)).toBe(true));

  it.each(['{"a": 1}', 'query the database', 'querying { a }', '[1]', '{1}'])('and not in %j', (text) =>
    expect(isGraphql(text, 0)).toBe(false),
  );
});
