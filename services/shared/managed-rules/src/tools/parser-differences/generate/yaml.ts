import type { RequestCase } from '../request-case.ts';
import { EMPTY_CASE } from '../request-case.ts';
import type { Random } from './random.ts';
import { CALM, mutate, textOf } from './texts.ts';

const TYPES = [
  'application/yaml',
  'application/x-yaml',
  'text/yaml',
  'application/vnd.oai.openapi+yaml',
  'application/yaml; charset=utf-8',
];
const STARTS = [
  '',
  '---\n',
  '%YAML 1.1\n---\n',
  '%TAG !e! tag:a,2000:\n---\n',
  '# c\n',
  '\xef\xbb\xbf',
  '--- ',
];
const ENDS = ['\n', '', '\n...\n', '\n--- x\n', '\r\n', '\n# c'];
const NAMES = ['a', 'b', 'a.b', '"a"', "'a'", '? a\n', '1', 'a b', '!!str a', '&n a', '<<', '\xc3\xa9'];
const PROPERTIES = [
  '',
  '!!str ',
  '&x ',
  '! ',
  '!e!t ',
  '!!binary ',
  '&x !!str ',
  '!<tag:yaml.org,2002:str> ',
];
const ATOMS = ['1', '0x1f', '1_000', '.inf', '~', 'yes', '*x', '[]', '{}', '0o17', '1:30'];
const TOKENS = [
  '\n',
  '\r',
  '\r\n',
  '\n  ',
  '\t',
  ' #',
  ': ',
  '- ',
  '"',
  "'",
  '\\',
  '\\\n',
  '|\n',
  '>-\n',
  '&x ',
  '*x',
  '!!str ',
  '---\n',
  '...\n',
  '\xc2\x85',
  '\xe2\x80\xa8',
  '{',
  '}',
  '[',
  ']',
  ',',
  '? ',
  '\0',
];

const hexOf = (character: string, digits: number) =>
  character.charCodeAt(0).toString(16).padStart(digits, '0');
/** Each in a way of its own: all that double quotes know. */
const ESCAPES: readonly ((character: string) => string)[] = [
  (character) => `\\x${hexOf(character, 2)}`,
  (character) => `\\u${hexOf(character, 4)}`,
  (character) => `\\U${hexOf(character, 8)}`,
  (character) => `\\\n    ${character === ' ' ? '\\ ' : character}`,
  (character) => `\\/${character}`,
  (character) => `\\e${character}`,
  (character) => `\\_${character}`,
];

/** So that no reader refuses it for what is no UTF-8. */
const asText = (text: string) => text.replace(/[\x80-\xff]+/g, '\xc3\xa9');

function doubleQuoted(text: string, random: Random): string {
  const escaped = random.pick(ESCAPES);
  const inner = Array.from(text, (character) => {
    if (character === '"' || character === '\\') return `\\${character}`;
    return /[<'$({;|]/.test(character) && random.oneIn(2) ? escaped(character) : character;
  });
  return `"${inner.join('')}"`;
}

/** Lines of a text at blanks, or in the middle. */
function linesOf(text: string, random: Random, indent: string, lineEnd: string): string {
  const at = 1 + random.below(Math.max(1, text.length - 1));
  return text.slice(0, at) + lineEnd.repeat(1 + random.below(2)) + indent + text.slice(at);
}

function scalar(random: Random, indent: string): string {
  const text = asText(textOf(random));
  const lineEnd = random.mostlyFirst(['\n', '\r\n', '\r', '\n\n', '\n \n'], 4);
  switch (random.below(10)) {
    case 0:
    case 1:
      return doubleQuoted(text, random);
    case 2:
      return `'${text.replaceAll("'", "''")}'`;
    case 3:
      return `'${linesOf(text.replaceAll("'", "''"), random, indent, lineEnd)}'`;
    case 4:
      return linesOf(doubleQuoted(text, random), random, indent, lineEnd);
    case 5: {
      const header = random.pick(['|', '>', '|-', '>+', '|2', '>1-', '| # c']);
      return `${header}\n${indent}${random.oneIn(3) ? '  ' : ''}${linesOf(text, random, indent, '\n')}`;
    }
    case 6:
      return linesOf(`m${text}`, random, indent, lineEnd);
    case 7:
      return `!!binary ${Buffer.from(text, 'latin1').toString('base64')}`;
    case 8:
      return `x${text}`;
    default:
      return random.pick(ATOMS);
  }
}

function flow(random: Random, depth: number): string {
  const one = () => (depth < 2 && random.oneIn(3) ? flow(random, depth + 1) : scalar(random, '      '));
  const comma = random.mostlyFirst([', ', ',', ',\n    ', ' ,'], 4);
  if (random.oneIn(2)) return `[${random.list(0, 3, one).join(comma)}${random.oneIn(6) ? ',' : ''}]`;
  const colon = random.mostlyFirst([': ', ' : ', ':\n    ', ':'], 5);
  const name = () => (random.oneIn(4) ? scalar(random, '      ') : random.mostlyFirst(NAMES));
  return `{${random.list(1, 3, () => name() + colon + one()).join(comma)}}`;
}

function block(random: Random, indent: string, depth: number): string {
  const isList = random.oneIn(3);
  const members = random.list(1, 3, () => {
    const property = random.mostlyFirst(PROPERTIES, 5);
    const shape = random.below(8);
    let value = property + scalar(random, `${indent}  `);
    if (shape === 0) value = property + flow(random, 0);
    else if (shape < 3 && depth < 2) value = `${property.trim()}\n${block(random, `${indent}  `, depth + 1)}`;
    const comment = random.oneIn(10) ? ' # c' : '';
    if (isList) return `${indent}- ${value}${comment}`;
    const name = random.oneIn(6) ? doubleQuoted(asText(textOf(random)), random) : random.mostlyFirst(NAMES);
    return `${indent}${name}${random.mostlyFirst([': ', ':\t', ' : ', ':  '], 6)}${value}${comment}`;
  });
  return members.join(random.mostlyFirst(['\n', '\r\n', '\n\n', '\n# c\n'], 6));
}

export function yamlCase(id: number, random: Random): RequestCase {
  random.calm = random.pick(CALM);
  const documents = random.list(1, random.oneIn(6) ? 2 : 1, () =>
    random.oneIn(6) ? flow(random, 0) : block(random, random.mostlyFirst(['', ' '], 6), 0),
  );
  const text = random.mostlyFirst(STARTS) + documents.join('\n---\n') + random.mostlyFirst(ENDS);
  const body = random.oneIn(4 * random.calm) ? mutate(text, random, TOKENS) : text;
  return { ...EMPTY_CASE, id, kind: 'yaml', contentType: random.mostlyFirst(TYPES, 4), body };
}
