import type { ByteString } from '../api.ts';
import { transformations } from '../transformations/index.ts';

/** What stands in double quotes on one line, with escapes undone: the values of a document that is not quite JSON. */
export function* quotedStrings(text: ByteString): Generator<ByteString> {
  let start = -1;
  let isEscaped = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '\n') start = -1;
    else if (start < 0) {
      if (character === '"') {
        start = at + 1;
        isEscaped = false;
      }
    } else if (character === '\\') {
      isEscaped = true;
      at++;
    } else if (character === '"') {
      const raw = text.slice(start, at);
      if (raw !== '') yield isEscaped ? transformations.jsdecode!.apply(raw) : raw;
      start = -1;
    }
  }
}
