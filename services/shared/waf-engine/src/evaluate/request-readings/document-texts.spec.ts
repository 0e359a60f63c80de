import { runToEnd } from '../../model/pausable.ts';
import { documentTexts } from './document-texts.ts';

const NO_HURRY = { steps: 0, isSliceOver: false };
const LIMITS = { depth: 100, members: 1000 };
const textsOf = (value: string) => runToEnd(documentTexts(value, LIMITS, NO_HURRY))?.values;

describe('the texts of a document within a value', () => {
  it('are those of GraphQL, whatever it begins with', () => {
    for (const beginning of ['query { a', '{ a', 'mutation m { a', ', {a'])
      expect(textsOf(`${beginning}(x: "<\\"\\u{27}") }`)).toContain('<"\'');
  });

  it('may be more than a call has room for', () => {
    expect(textsOf(`{ a(x: [${'"<" '.repeat(200_000)}]) }`)!.length).toBeGreaterThanOrEqual(200_000);
  });

  it('are no noise, as compressed bytes in a text are', () => {
    const noise = '\x01\x0e\x9c\xff\x13q'.repeat(20);
    const texts = textsOf(`{a=1} "${noise}" "a text" "\\u0000\\u0000\\u0000<"`);
    expect([...new Set(texts)]).toEqual(['a text', '\0\0\0<']);
  });

  it.each(['query the database', 'a word'])('are none in %j', (value) =>
    expect(textsOf(value)).toBeUndefined(),
  );
});
