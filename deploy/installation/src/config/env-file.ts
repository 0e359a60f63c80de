import type { Settings } from './settings.ts';

/** Characters besides letters and digits that need no quotes in an env file. */
const PLAIN = /^[\w./:@+=-]*$/;

/** Settings as `node --env-file` reads them, one a line; values that hold more than letters in single quotes. */
export function envFile(settings: Settings): string {
  const lines = Object.entries(settings).map(([name, value]) => {
    if (/['\r\n]/.test(value)) throw new Error(`${name} holds a quote or a line break`);
    return `${name}=${PLAIN.test(value) ? value : `'${value}'`}\n`;
  });
  return lines.join('');
}
