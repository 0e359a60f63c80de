import type { ByteString } from '../../model/api.ts';
import { transformations } from '../transformations/index.ts';
import { utf8 } from './json.ts';

/** Beyond ASCII; of that, undoing the escapes of JavaScript leaves only the lower byte. */
const UNICODE_ESCAPES = /\\\\|(?:\\u[0-9A-Fa-f]{4}){1,2}/g;

const unescaped = (raw: ByteString): ByteString =>
  transformations.jsdecode!.apply(raw.replace(UNICODE_ESCAPES, decodedEscapes));

function decodedEscapes(escapes: string): ByteString {
  // What is behind a backslash that is escaped itself is none.
  if (escapes === '\\\\') return escapes;
  const units = escapes.split('\\u').slice(1);
  const text = String.fromCharCode(...units.map((digits) => Number.parseInt(digits, 16)));
  // A backslash that comes out would escape what follows it.
  return Array.from(text, (character) =>
    character.codePointAt(0)! < 0x80 ? hexEscape(character) : utf8(character.codePointAt(0)!),
  ).join('');
}

const hexEscape = (character: string): string =>
  `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`;

/** Escapes that JSON does not know; who is lenient drops the backslash (Ruby) or undoes them (JavaScript). */
const FOREIGN_ESCAPE = /\\[^"\\/bfnrtu]/;
const BACKSLASH = /\\([\s\S])/g;

/**
 * What stands in double quotes on one line, with escapes undone: the values of a document that is not quite JSON. Of what has
 * escapes, also in single quotes (Gson, org.json) and over several lines (Python, ujson); the rest is in the text as it is.
 */
export function* quotedStrings(text: ByteString): Generator<ByteString> {
  yield* stringsIn(text, '"', (character) => character === '\n');
  if (!text.includes('\\')) return;
  yield* stringsIn(text, "'", () => false, true);
  if (!text.includes('\n')) return;
  for (const string of stringsIn(text, '"', () => false, true)) if (string.includes('\n')) yield string;
}

function* stringsIn(
  text: ByteString,
  quote: string,
  ends: (character: string) => boolean,
  onlyEscaped = false,
): Generator<ByteString> {
  let start = -1;
  let isEscaped = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    if (ends(character)) start = -1;
    else if (start < 0) {
      if (character === quote) {
        start = at + 1;
        isEscaped = false;
      }
    } else if (character === '\\') {
      isEscaped = true;
      at++;
    } else if (character === quote) {
      const raw = text.slice(start, at);
      if (raw !== '' && (isEscaped || !onlyEscaped)) yield isEscaped ? unescaped(raw) : raw;
      if (isEscaped && FOREIGN_ESCAPE.test(raw)) yield raw.replace(BACKSLASH, '$1');
      start = -1;
    }
  }
}
