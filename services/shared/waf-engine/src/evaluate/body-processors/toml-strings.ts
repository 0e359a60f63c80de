import type { ByteString } from '../../model/api.ts';
import { PIECE } from './form-pairs.ts';

const DECLARED = /^\s*[\w.-]+\/(?:[\w.-]+\+)?(?:x-)?toml\b/i;
const OPENING = /["'#]/g;
const LINE_END = /[\r\n]/g;
/** What ends a single-line string, or escapes the next character. */
const IN_ONE_LINE = { '"': /["\\\r\n]/g, "'": /['\r\n]/g } as const;
const IN_LINES = { '"': /"""|\\/g, "'": /'''/g } as const;

export const isToml = (contentType: ByteString): boolean => DECLARED.test(contentType);

/**
 * The texts in quotes of a TOML document (1.0), names among them, as they stand there: escapes are undone where values are
 * read. `null` every {@link PIECE} bytes: a moment to pause.
 */
export function* tomlStrings(text: ByteString): Generator<ByteString | null> {
  let pausedAt = 0;
  for (let at = next(OPENING, text, 0); at < text.length; at = next(OPENING, text, at)) {
    const sign = text[at]!;
    if (sign === '"' || sign === "'") {
      const isLong = text.startsWith(sign.repeat(3), at);
      const start = at + (isLong ? 3 : 1);
      const end = endOfText(text, start, (isLong ? IN_LINES : IN_ONE_LINE)[sign]);
      if (end > start) yield text.slice(start, end);
      at = end + (isLong ? 3 : 1);
    } else at = next(LINE_END, text, at);
    if (at - pausedAt < PIECE) continue;
    pausedAt = at;
    yield null;
  }
}

function endOfText(text: ByteString, start: number, ends: RegExp): number {
  let at = next(ends, text, start);
  while (text[at] === '\\') at = next(ends, text, at + 2);
  return at;
}

/** Where the pattern is found from here on; the end of the text if nowhere. */
function next(pattern: RegExp, text: ByteString, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? text.length;
}
