/** What a line of an env file may hold besides letters and digits without a word about quotes. */
const PLAIN = /^[\w./:@+=-]*$/;
/** Settings as `node --env-file` reads them, one a line; values that hold more than letters in single quotes. */
export function envFile(settings) {
  const lines = Object.entries(settings).map(([name, value]) => {
    if (/['\r\n]/.test(value)) throw new Error(`${name} holds a quote or a line break`);
    return `${name}=${PLAIN.test(value) ? value : `'${value}'`}\n`;
  });
  return lines.join('');
}
