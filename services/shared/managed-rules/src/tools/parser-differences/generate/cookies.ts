import type { RequestCase } from '../request-case.ts';
import { EMPTY_CASE } from '../request-case.ts';
import type { Random } from './random.ts';
import { markOf, mutate, percentEncode, textOf } from './texts.ts';

const NAMES = [
  'a',
  'b',
  'a',
  'a[b]',
  'a.b',
  'a b',
  '',
  '$Path',
  '$Version',
  '__Host-a',
  'a%5Bb',
  '"a"',
  '\xe9',
  'path',
  '$Domain',
  'a:b',
  'a;b',
  "a'",
  '%61',
];
const SEPARATORS = [
  '; ',
  ';',
  ' ; ',
  ', ',
  ',',
  ';;',
  '; ;',
  '&',
  ' ',
  '\t',
  ';\t',
  '; $Path="/"; ',
  ';$Domain=a,',
];
const STARTS = ['', '$Version=1; ', '$Version="1"; ', '$Version=0, ', ';', ' '];
const ENDS = ['', ';', '; $Path=/', '; $Path="/"; $Domain="a"', ';$Port', '"', '\\'];
const TOKENS = [';', ',', '"', '\\', '=', ' ', '\t', '%22', '\\"', '\\054', '\xff', '$', "'", '=;', '" ;'];

const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`;
const octal = (text: string) =>
  Array.from(text, (character) =>
    /\w/.test(character) ? character : `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`,
  ).join('');

function cookieValue(random: Random): string {
  const text = textOf(random);
  switch (random.below(9)) {
    case 0:
    case 1:
      return percentEncode(text, random);
    case 2:
      return quoted(text);
    case 3:
      return `"${octal(text)}"`;
    case 4:
      return ` ${text} `;
    case 5:
      return `"${text}`;
    case 6:
      return `${quoted(text)}${random.pick(['x', ' x', '"', ' "x"', ',b=', '; "'])}`;
    case 7:
      return `${random.pick(["'", 'x', '$', '=', 'j:', 's:'])}${quoted(percentEncode(text, random))}`;
    default:
      return text;
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: characters that no header may contain are meant.
const NOT_IN_HEADERS = /[\x00-\x08\x0a-\x1f\x7f]/g;

export function cookieCase(id: number, random: Random): RequestCase {
  const separator = random.mostlyFirst(SEPARATORS);
  const pairs = random.list(1, 4, () => {
    const name = random.oneIn(6) ? markOf(random) : random.pick(NAMES);
    return (
      name + (random.oneIn(8) ? '' : random.mostlyFirst(['=', ' = ', '==', '= '], 6)) + cookieValue(random)
    );
  });
  const header = random.mostlyFirst(STARTS, 4) + pairs.join(separator) + random.mostlyFirst(ENDS, 4);
  const cookie = (random.oneIn(3) ? mutate(header, random, TOKENS) : header).replace(NOT_IN_HEADERS, '');
  return { ...EMPTY_CASE, id, kind: 'cookies', cookie: cookie.trim() };
}
