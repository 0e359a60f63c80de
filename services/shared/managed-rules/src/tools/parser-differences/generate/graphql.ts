import type { RequestCase } from '../request-case.ts';
import { EMPTY_CASE } from '../request-case.ts';
import type { Random } from './random.ts';
import { CALM, mutate, textOf } from './texts.ts';

const TYPES = ['application/json', 'application/graphql', 'application/graphql; charset=utf-8', 'text/plain'];
const STARTS = [
  'query { ',
  '{ ',
  'mutation m { ',
  'query q($v: [String!] = ["x"]) { ',
  '# c\nquery{',
  '\xef\xbb\xbf{',
  ', , {',
];
const NAMES = ['a', 'b', 'a: b', '_a1', '__typename'];
const BLANKS = [' ', '', '\n', ',', '# c\n', '\t', '\r', ',,', '\xef\xbb\xbf'];
const TOKENS = [
  '"',
  '"""',
  '\\',
  '\\"""',
  '#',
  '\n',
  '\r',
  '{',
  '}',
  '(',
  ')',
  ':',
  '$',
  '@',
  ',',
  '\\u003c',
  '\\u{3c}',
];

const asText = (text: string) => text.replace(/[\x80-\xff]+/g, '\xc3\xa9');
const hexOf = (character: string) => character.charCodeAt(0).toString(16);

function quoted(text: string, random: Random): string {
  const style = random.below(4);
  const inner = Array.from(text, (character) => {
    if (character === '"' || character === '\\') return `\\${character}`;
    if (!/[<'$({;|/]/.test(character)) return character;
    if (style === 1) return `\\u${hexOf(character).padStart(4, '0')}`;
    if (style === 2) return `\\u{${hexOf(character).padStart(1 + random.below(6), '0')}}`;
    return style === 3 && character === '/' ? '\\/' : character;
  });
  return `"${inner.join('')}"`;
}

function blockText(text: string, random: Random): string {
  const at = random.below(text.length);
  const lineEnd = random.pick(['\n', '\r\n', '\r', '\n\n']);
  const parted = random.oneIn(2)
    ? `${lineEnd}    ${text.slice(0, at)}${lineEnd}   ${text.slice(at)}${lineEnd}  `
    : text;
  const inner = parted.replaceAll('"""', '\\"""').replace(/["\\]$/, '$& ');
  return `"""${random.oneIn(4) ? '\\"""' : ''}${inner}"""`;
}

function value(random: Random, depth: number): string {
  const text = asText(textOf(random));
  const shape = random.below(depth > 1 ? 5 : 8);
  if (shape < 3) return quoted(text, random);
  if (shape < 5) return blockText(text, random);
  if (shape === 5)
    return `[${random.list(0, 3, () => value(random, depth + 1)).join(random.pick([',', ' ', '\n']))}]`;
  if (shape === 6) return `{${random.list(1, 2, () => `k: ${value(random, depth + 1)}`).join(', ')}}`;
  return random.pick(['1', '-0', 'true', 'ENUM', '$v', 'null', '1e9']);
}

function field(random: Random, depth: number): string {
  const blank = () => random.mostlyFirst(BLANKS, 6);
  const list = random.list(0, 2, () => `${random.pick(['x', 'y'])}${blank()}:${blank()}${value(random, 0)}`);
  const passed = list.length === 0 ? '' : `(${list.join(random.pick([', ', ' ', '\n']))})`;
  const directive = random.oneIn(6) ? ` @d(if: ${value(random, 1)})` : '';
  const inner = depth < 2 && random.oneIn(3) ? ` { ${field(random, depth + 1)} }` : '';
  return `${random.mostlyFirst(NAMES)}${blank()}${passed}${directive}${inner}`;
}

/** A document by itself, or as programs send it: in JSON, with variables. */
export function graphqlCase(id: number, random: Random): RequestCase {
  random.calm = random.pick(CALM);
  const text = `${random.mostlyFirst(STARTS)}${random.list(1, 3, () => field(random, 0)).join(' ')} }`;
  const document = random.oneIn(4 * random.calm) ? mutate(text, random, TOKENS) : text;
  const contentType = random.mostlyFirst(TYPES, 2);
  const body =
    contentType === 'application/json'
      ? JSON.stringify({ query: document, variables: { v: textOf(random) } })
      : document;
  return { ...EMPTY_CASE, id, kind: 'graphql', contentType, body };
}
