import type { Random } from './random.ts';

/** Marks with special characters, as attacks have, so that an unseen value cannot be confused with another; `#` is a number. */
const MARKS = [
  "m#'<q>",
  '<m#>"x"',
  "m#;--'",
  '$(m#)',
  '{{m#*7}}',
  '../m#/..',
  'm#|id',
  '"m#=\'',
  "') m# (",
  'm#<!--',
];
/** What readers of one place or another undo, skip or end at. */
const ODD = [
  '%00',
  '+',
  '%2B',
  '%u003c',
  '%c0%bc',
  '%ff',
  '%',
  '%4',
  '%%34',
  '%253c',
  '\\',
  '\\"',
  '\\u003c',
  '\\x3c',
  '&#60;',
  '&lt;',
  '=?utf-8?B?PHE+?=',
  '\xef\xbc\x9c',
  '\xef\xbb\xbf',
  '\xc0\xbc',
  '\xe0\x80\xbc',
  '\xf0\x80\x80\xbc',
  '\xff',
  '\xe9',
  '\xed\xa0\x80',
  '\xf4\x90\x80\x80',
  '\xc5',
  ' ',
  '\t',
  '"',
  "'",
  ';',
  ',',
  '&',
  '=',
  '#',
  '?',
  '[',
  ']',
  '.',
  '{"k":"<w>"}',
  'j:{"k":"<w>"}',
  '["<w>"]',
  'eyJhbGciOiJub25lIn0.eyJzdWIiOiInPHc+In0.',
];

/** Requests with many irregularities are mostly refused as malformed, and show nothing about values. */
export const CALM = [1, 4, 12];

export function markOf(random: Random): string {
  return random.pick(MARKS).replace('#', String(random.below(1000)));
}

/** Stands for an attack: a mark, mostly with an irregularity before, within or after it. */
export function textOf(random: Random): string {
  const mark = markOf(random);
  switch (random.below(6)) {
    case 0:
    case 1:
      return mark;
    case 2:
      return random.pick(ODD) + mark;
    case 3:
      return mark + random.pick(ODD);
    case 4:
      return mark + random.pick(ODD) + markOf(random);
    default: {
      const at = random.below(mark.length);
      return mark.slice(0, at) + random.pick(ODD) + mark.slice(at);
    }
  }
}

const hex = (byte: number, isUpper: boolean) => {
  const digits = byte.toString(16).padStart(2, '0');
  return isUpper ? digits.toUpperCase() : digits;
};

/** As browsers write them, as scripts do, and as neither does. */
export function percentEncode(text: string, random: Random): string {
  const style = random.below(4);
  const isUpper = random.oneIn(2);
  return Array.from(text, (character) => {
    if (style === 0) return character;
    const byte = character.charCodeAt(0);
    if (style === 1 && /[\w.-]/.test(character)) return character;
    if (style === 2 && !/[\s&=;#"<>\x80-\xff]/.test(character)) return character;
    if (byte === 0x20 && random.oneIn(2)) return '+';
    return `%${hex(byte, isUpper)}`;
  }).join('');
}

/** One to three changes at any place: what no grammar thinks of. */
export function mutate(text: string, random: Random, tokens: readonly string[]): string {
  let mutant = text;
  for (let times = 1 + random.below(3); times > 0; times--) {
    const at = random.below(mutant.length + 1);
    const length = 1 + random.below(6);
    switch (random.below(4)) {
      case 0:
        mutant = mutant.slice(0, at) + mutant.slice(at + length);
        break;
      case 1:
        mutant = mutant.slice(0, at + length) + mutant.slice(at);
        break;
      default:
        mutant = mutant.slice(0, at) + random.pick(tokens) + mutant.slice(at);
    }
  }
  return mutant;
}
