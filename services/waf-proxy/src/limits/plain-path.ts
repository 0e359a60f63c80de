const SPECIAL = /%|\/\.|\/\/|\\|;/;

/**
 * The path of a target as most origins read it: escapes undone, dot segments and repeated slashes gone, parameters of
 * segments dropped. A limit on `/login` then also counts `/./login`, `//login`, `/%6cogin` and `/login;x=1`.
 */
export function plainPath(target: string): string {
  const query = target.indexOf('?');
  const path = query < 0 ? target : target.slice(0, query);
  if (!SPECIAL.test(path)) return path;
  const segments: string[] = [];
  for (const segment of unescaped(path).replaceAll('\\', '/').split('/')) {
    const name = segment.split(';', 1)[0]!;
    if (name === '..') segments.pop();
    else if (name !== '' && name !== '.') segments.push(name);
  }
  return `/${segments.join('/')}`;
}

function unescaped(path: string): string {
  return path.replace(/%([0-9a-f]{2})/gi, (_escape, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
}
