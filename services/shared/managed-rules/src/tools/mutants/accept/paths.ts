import path from 'node:path';
import type { Interpreter } from './interpreter.ts';

const ROOT = '/srv/www/site';
/** Layers of encoding that two servers in a row decode. */
const MAX_LAYERS = 3;

/** Spellings of a byte that lenient decoders take for it: overlong UTF-8, and `%u` as IIS reads it. */
const LENIENT: readonly (readonly [RegExp, string])[] = [
  [/%c0%ae|%e0%80%ae|%f0%80%80%ae|%c0%2e|%u002e|%uff0e/gi, '.'],
  [/%c0%af|%e0%80%af|%f0%80%80%af|%c0%2f|%u002f|%u2215|%u2044|%uff0f/gi, '/'],
  [/%c1%9c|%c0%5c|%c1%1c|%u005c|%u2216|%uff3c/gi, '\\'],
];

/** A file name as servers read it: escapes decoded, backslashes as slashes, cut at a null byte, then normalised. */
export function pathInterpreter(): Interpreter {
  return {
    name: 'path.normalize after percent, overlong and %u decoding',
    positions: ['relative', 'absolute'],
    accepts: (texts) =>
      Promise.resolve(texts.map(({ text, position }) => leaves(text, position === 'absolute'))),
  };
}

function leaves(text: string, absolute: boolean): boolean {
  let read = text;
  for (let layer = 0; layer < MAX_LAYERS; layer++) {
    for (const [spelling, byte] of LENIENT) read = read.replace(spelling, byte);
    read = read.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  }
  const name = read.replaceAll('\\', '/').split('\0')[0]!;
  if (absolute)
    return /^(?:file:\/\/)?\/+(?:etc|proc|var|windows|winnt|boot\.ini|root|usr|opt|home)/i.test(
      path.posix.normalize(name).replace(/^\/?[a-z]:/i, ''),
    );
  const target = path.posix.normalize(`${ROOT}/${name}`);
  return !`${target}/`.startsWith(`${ROOT}/`);
}
