import { StepBudget } from '@palisade/regex';
import { runToEnd } from '../../model/pausable.ts';
import { formPairs } from './form-pairs.ts';
import { looseBoundaries, looseParts } from './lenient-parts.ts';
import { quotedStrings } from './quoted-strings.ts';
import { contentStart, isBinary, isData, shapeAt } from './sniff.ts';
import { decodeTransfer } from './transfer-encoding.ts';

const NO_HURRY = new StepBudget();

const shapeOf = (text: string) => shapeAt(text, contentStart(text));

describe('what a body looks like', () => {
  it.each([
    ['{"a":1}', 'json'],
    ['[1,2]', 'json'],
    ["{ 'a': 1 }", 'json'],
    ['\xef\xbb\xbf \r\n{"a":1}', 'json'],
    ['\0\0{"a":1}', 'json'],
    ['/* { */ // <\n{"a":1}', 'json'],
    [')]}\'\n{"a":1}', 'json'],
    ['<?xml version="1.0"?><a/>', 'xml'],
    ['<!-- x --><a/>', 'xml'],
    ['--edge\r\nContent-Type: a/b\r\n\r\nx', 'multipart'],
    ['--- a/file\n+++ b/file\n', null],
    ['---\nname: value\n', null],
    ['--- !type\nname: value\n', null],
    ['-----edge\r\nContent-Type: a/b\r\n\r\nx', 'multipart'],
    ['name=value', null],
    ['[section]\nkey=value', null],
    ['/* no end', null],
    ['/* { */ // [1]\n', null],
    ['{\xe2\x80\xa8"a":1}', 'json'],
    ['\xc2\xa0{"a":1}', 'json'],
    ['{\xe2\x80\x9cquoted\xe2\x80\x9d}', null],
  ])('%j is %s', (text, shape) => {
    expect(shapeOf(text)).toBe(shape);
  });

  it('is nothing but comments, which are what they say', () => {
    expect(contentStart(' // one\n# two\n')).toBe(1);
    expect(contentStart(' // one\n{}')).toBe(8);
    expect(contentStart(' \n')).toBe(2);
  });

  it('is binary by its controls, wherever they stand', () => {
    const random = String.fromCharCode(...Array.from({ length: 4000 }, (_, at) => (at * at * 31 + at) % 256));
    expect(isBinary(random)).toBe(true);
    expect(isBinary(`${'a'.repeat(9000)}${random}`)).toBe(true);

    expect(isBinary(`${'a text '.repeat(100)}\0`)).toBe(false);
    expect(isBinary('\xe3\x83\x86\xe3\x82\xb9'.repeat(50))).toBe(false);
  });

  it('is data where a program reads it: documents, forms, blanks', () => {
    for (const text of ['{"a":', '<a>', 'a=1&b=2', '   \n  ', '# c\n// c\n', '--x\r\nA: b\r\n'])
      expect([text, isData(text)]).toEqual([text, true]);
    for (const text of ['plain prose', 'a;b;c\n1;2;3', '\x89PNG\r\n\x1a\n\0\0\0', '# Title\n\ntext'])
      expect([text, isData(text)]).toEqual([text, false]);
  });

  it('is a file where a bracket and a letter stand before bytes, and data where a member or a tag is whole', () => {
    const bytes = '\x01\xfe\x9c\x03'.repeat(400);
    for (const start of ['{k', '[7\x8e', '<b\xa1', '{key\x02"', '[nul'])
      expect([start, isData(start + bytes)]).toEqual([start, false]);
    for (const start of [
      '{key:',
      '{"key":',
      "{'k",
      '{a /*',
      '[7,',
      '[-1.5e3]',
      '[[',
      '[null,',
      '<b>',
      '<b a=',
      '<?',
      '<!',
    ])
      expect([start, isData(start + bytes)]).toEqual([start, true]);
  });
});

describe('what a form reader finds', () => {
  const pairs = (text: string) => [...formPairs(text, 0)].filter((pair) => pair !== null);

  it('are pairs at the beginning and behind each &', () => {
    expect(pairs('a=1&b[]=%41+x&=3&d&e=')).toEqual([
      ['a', '1'],
      ['b[]', 'A x'],
    ]);
    expect(pairs('{"x":"&q=1"}')).toEqual([['q', '1"}']]);
    expect(pairs('é not a name=1&a b=2')).toEqual([]);
  });

  it('leaves moments to pause, also where it finds nothing', () => {
    expect([...formPairs('&'.repeat(200_000), 0)]).toEqual(Array(12).fill(null));
  });

  it('cuts values where bytes begin that are no text', () => {
    expect(pairs(`a=1 union select 2, 3${'\0\x01\xff'.repeat(40)}`)).toEqual([['a', '1 union select 2, 3']]);
    expect(pairs(`a=2;${'\0\x01\xff'.repeat(40)}`)).toEqual([]);
    expect(pairs('a=\xe6\x97\xa5\xe6\x9c\xac')).toEqual([['a', '\xe6\x97\xa5\xe6\x9c\xac']]);
  });
});

describe('parts that are read leniently', () => {
  it('begin wherever the boundary stands', () => {
    const text =
      'before--b\r\nContent-Disposition: attachment; name=n\r\nContent-Transfer-Encoding: BASE64\r\n\r\nYQ==\r\n--b\n\nplain\n--b--';
    expect(looseBoundaries('multipart/mixed; boundary="b"', text, 0)).toEqual(['b']);
    expect([...looseParts(text, 'b')].map(({ name, content, coding }) => [name, content, coding])).toEqual([
      ['', 'before', ''],
      ['n', 'YQ==', 'BASE64'],
      ['', 'plain', ''],
      ['', '--', ''],
      // None is a line of its own, so that all of it is content to others.
      ['', text, ''],
    ]);
  });

  it('have their boundary from the first line where no type names it', () => {
    expect(looseBoundaries('', '--x y\r\nA: b\r\n', 0)).toEqual(['x y']);
    expect(looseBoundaries('text/plain', 'no parts', 0)).toEqual([]);
  });

  it('come in a transfer encoding', () => {
    expect(runToEnd(decodeTransfer('Quoted-Printable', '=3Cscript=3E=\r\nx', NO_HURRY))).toBe('<script>x');
    expect(runToEnd(decodeTransfer(' "base64" ', 'PHNj\r\ncmlwdD4=', NO_HURRY))).toBe('<script>');
    expect(runToEnd(decodeTransfer('8bit', 'x', NO_HURRY))).toBeNull();
  });

  it.each([
    ['quoted-printable', '=41= \t\r\n=', 'A'],
    ['quoted-printable', '=4=\n1', 'A'],
    ['quoted-printable', '= = \r\n', '= '],
    ['quoted-printable', '=4', '=4'],
    ['quoted-printable', '=\r\r\n', '=\r\r\n'],
    ['base64', 'YWJj\r\n', 'abc'],
  ])('in %s are decoded with pauses as at once: %j', (coding, unit, meaning) => {
    const times = 24_000;
    const budget = new StepBudget();
    budget.beginSlice(1);
    const decoding = decodeTransfer(coding, unit.repeat(times), budget);
    let pauses = 0;
    let answer = decoding.next();
    for (; answer.done !== true; pauses++) answer = decoding.next();
    const whole = unit
      .repeat(times)
      .replace(/=[\t ]*\r?\n/g, '')
      .replace(/=([0-9A-Fa-f]{2})/g, (_escape, digits: string) =>
        String.fromCharCode(Number.parseInt(digits, 16)),
      );
    expect(answer.value === (coding === 'base64' ? meaning.repeat(times) : whole)).toBe(true);
    expect(pauses).toBeGreaterThan(0);
  });
});

it('strings of a document with faults are found, escapes undone', () => {
  expect([...quotedStrings('{a: "x", b: "\\u003cy\\"", c: "open\n"z"')]).toEqual(['x', '<y"', 'z']);
  const unclosed = '\\"'.repeat(200_000);
  // Unterminated: it ends with the document, and is reported once.
  const strings = [...quotedStrings(`"${unclosed}`)].filter((text) => text !== null);
  expect(strings.map(({ length }) => length)).toEqual([200_000]);
});
