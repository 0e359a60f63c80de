import type { ByteString } from '../../model/api.ts';

const SPECIAL = /^ |[\0 .[]/;
/** PHP follows a name no deeper, and drops what is. */
const MAX_DEPTH = 64;

/**
 * PHP's normalisation of a field name: leading blanks are dropped, a NUL ends it, dots and blanks become underscores,
 * and anything after a key's brackets is ignored.
 */
export function nameForPhp(name: ByteString): ByteString {
  if (!SPECIAL.test(name)) return name;
  let start = 0;
  while (name[start] === ' ') start++;
  const nul = name.indexOf('\0', start);
  const ended = name.slice(start, nul < 0 ? name.length : nul);
  const bracket = ended.indexOf('[', 1);
  if (bracket < 0) return ended.replaceAll(/[ .[]/g, '_');
  const base = ended.slice(0, bracket).replaceAll(/[ .[]/g, '_');
  return base + keysFrom(ended, bracket);
}

/** No name that is read has a NUL: before one it says that all cases of it are meant. */
export const ANY_CASE = '\0';

/** To be asked for in the place of a name, where frameworks take `Password` and `password` for the same (ASP.NET). */
export const inAnyCase = (name: ByteString): ByteString => ANY_CASE + nameForPhp(name).toLowerCase();

/** `[a][b]` of `[a][b]c`; a bracket that is never closed becomes an underscore, and so do the following ones. */
function keysFrom(name: ByteString, from: number): string {
  let at = from;
  for (let depth = 0; name[at] === '[' && depth < MAX_DEPTH; depth++) {
    const end = name.indexOf(']', at);
    if (end < 0) break;
    at = end + 1;
  }
  return at === from ? `_${name.slice(from + 1)}` : name.slice(from, at);
}
