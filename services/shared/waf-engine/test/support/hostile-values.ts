import type { ByteString } from '../../src/model/api.ts';

/** Pieces that, repeated, make decoders back up, tokenizers look ahead in vain, and matchers begin again at every byte. */
const PIECES: Readonly<Record<string, ByteString>> = {
  letters: 'a',
  digits: '1',
  'NUL bytes': '\0',
  spaces: ' ',
  'every byte': Array.from({ length: 256 }, (_, byte) => String.fromCharCode(byte)).join(''),
  backslashes: '\\',
  'escaped quotes': "\\'",
  'quotes of each kind': '\'"`',
  'percent signs': '%',
  'half an escape': '%u00',
  ampersands: '&',
  'open numeric references': '&#',
  'zeros in a reference': '&#0',
  'open comments': '/*',
  'comments of HTML': '<!-',
  'dashes and NUL bytes': '-\0',
  'tags without an end': '<a ',
  'short comments': '<!a>',
  attributes: ' a=b',
  'up one level': '../',
  'down and up': 'a/../',
  dots: '.',
  slashes: '/',
  'keywords in a chain': 'select.',
  'types in a chain': 'int ',
  'open parentheses': '(',
  signs: '-+',
  commas: '1,',
  'dollar signs': '$a$',
  'dollar words': '$a',
  'binary strings': "b'01",
  'Oracle strings': "q'(",
  'hexadecimal strings': '0x4',
  'UTF-8 without end': '\xf0\x9f\x98',
  'card numbers': '4111111111111112 ',
  'one address': '1.',
  'a group': 'ffff:',
};

export interface HostileValue {
  readonly title: string;
  /** The piece again and again, to exactly this many bytes. */
  of(length: number): ByteString;
}

export const HOSTILE_VALUES: readonly HostileValue[] = [
  ...Object.entries(PIECES).map(([title, piece]) => ({
    title,
    of: (length: number) => filled('', piece, length),
  })),
  { title: 'a reference of nothing but zeros', of: (length) => filled('&#', '0', length) },
  { title: 'a URL behind zeros', of: (length) => filled('<a href=&#', '0', length) },
  { title: 'a word of one letter and NUL bytes', of: (length) => filled('<s', '\0', length) },
  { title: 'a number that does not end', of: (length) => filled('-', '9', length) },
  { title: 'an open string', of: (length) => filled("'", 'a ', length) },
  { title: 'an open dollar string', of: (length) => filled('$a$', '$b$', length) },
  { title: 'an open tag', of: (length) => filled('<script', ' /', length) },
];

function filled(prefix: ByteString, piece: ByteString, length: number): ByteString {
  return (prefix + piece.repeat(Math.ceil(length / piece.length))).slice(0, length);
}
