import type { RequestCase } from '../request-case.ts';
import { EMPTY_CASE } from '../request-case.ts';
import type { Random } from './random.ts';
import { markOf, mutate, percentEncode, textOf } from './texts.ts';

const NAMES = [
  'a',
  'b',
  'a[]',
  'a[b]',
  'a[b][c]',
  'a[0]',
  'a[',
  'a]',
  'a.b',
  'a b',
  'a%5Bb%5D',
  'a%00b',
  '',
  ' a',
  '__proto__[x]',
  '_charset_',
  'a[constructor][prototype]',
  '%ef%bb%bfa',
];
const SEPARATORS = ['&', ';', '&&', '&amp;', '&;', ',', '?', '\n', '%26', '&\r\n', '#'];
const EQUALS = ['=', '', '==', ' = ', '%3D', '=\0'];
const TYPES = [
  'application/x-www-form-urlencoded',
  'application/x-www-form-urlencoded; charset=utf-8',
  'application/x-www-form-urlencoded; charset=iso-8859-1',
  'application/x-www-form-urlencoded; charset="UTF-8"',
  'application/x-www-form-urlencoded;charset=utf-16',
  'application/x-www-form-urlencoded; charset=ibm037',
  'application/x-www-form-urlencoded; charset=utf-7',
  'application/x-www-form-urlencoded; charset=windows-1252',
  'Application/X-WWW-Form-Urlencoded ; boundary=x',
  'application/x-www-form-urlencoded, application/json',
  'application/x-www-form-urlencodedx',
];
const TOKENS = ['&', ';', '=', '%', '%00', '[', ']', '+', '\0', '%u0027', '#', '\xff', '&amp;', '?', '\r\n'];

/** A query string or a form: pairs of names and values, with everything that readers take differently. */
export function pairsOf(random: Random): string {
  const separator = random.mostlyFirst(SEPARATORS, 4);
  const pairs = random.list(1, 4, () => {
    const name = random.oneIn(6) ? percentEncode(markOf(random), random) : random.pick(NAMES);
    return name + random.mostlyFirst(EQUALS, 6) + percentEncode(textOf(random), random);
  });
  const text = pairs.join(separator);
  return random.oneIn(3) ? mutate(text, random, TOKENS) : text;
}

/** Characters that no request line may contain; the edge refuses them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those bytes are meant.
const NOT_IN_TARGETS = /[\x00-\x20\x7f#]/g;

export function queryCase(id: number, random: Random): RequestCase {
  const target = `/read?${pairsOf(random).replace(NOT_IN_TARGETS, '')}`;
  return { ...EMPTY_CASE, id, kind: 'query', target };
}

export function formCase(id: number, random: Random): RequestCase {
  const body = pairsOf(random);
  return { ...EMPTY_CASE, id, kind: 'form', contentType: random.mostlyFirst(TYPES, 4), body };
}
