import { isToml, tomlStrings } from './toml-strings.ts';

const stringsOf = (text: string) => [...tomlStrings(text)].filter((string) => string !== null);

it('are names and values in quotes of either kind, on one line or more', () => {
  const text = [
    '# it\'s "no" text',
    '[owner]',
    'name = "Tom \\"T\\" P" # "neither"',
    "path = 'C:\\'",
    '"in quotes" = 1',
    'list = [ \'a\', "b", { c = "d" } ]',
    'long = """',
    'one "word"',
    '\\"""two"""',
    "raw = '''it's",
    "more'''",
    'open = "x',
    'last = "y"',
  ].join('\n');
  expect(stringsOf(text)).toEqual([
    'Tom \\"T\\" P',
    'C:\\',
    'in quotes',
    'a',
    'b',
    'd',
    '\none "word"\n\\"""two',
    "it's\nmore",
    'x',
    'y',
  ]);
});

it('end with the document where nothing closes the last', () => {
  expect(stringsOf('a = """x')).toEqual(['x']);
  expect(stringsOf('a = "x\\')).toEqual(['x\\']);
  expect(stringsOf('a = "')).toEqual([]);
});

it('come with moments to pause, whatever the text is made of', () => {
  for (const piece of ['"a"\n', "'a", '"\\"', '# x\n', '"""a', "'''", '"', '\n']) {
    const text = piece.repeat(200_000 / piece.length);
    const moments = [...tomlStrings(text)].filter((string) => string === null);
    const texts = stringsOf(text);
    expect([piece, moments.length > 0 || texts.length < 2]).toEqual([piece, true]);
  }
});

it.each([
  ['application/toml', true],
  ['text/x-toml; charset=utf-8', true],
  ['application/vnd.a+toml', true],
  ['text/plain', false],
  ['', false],
])('of a type: %s', (type, is) => expect(isToml(type)).toBe(is));
