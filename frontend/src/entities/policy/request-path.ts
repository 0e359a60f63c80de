/** Undoes escapes; those that mean nothing stay as they are, and so do bytes that are no text. */
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text.replace(/%([2-7][0-9a-f])/gi, (_escape, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  }
}

/** The path of a logged request as rules compare it: escapes undone, dot segments and repeated slashes gone. */
export function requestPath(target: string): string {
  const path = unescaped(target.split(/[?#]/, 1)[0] ?? '');
  const kept: string[] = [];
  const segments = path.split('/').slice(1);
  for (const [at, segment] of segments.entries()) {
    const last = at === segments.length - 1;
    if (segment === '..') kept.pop();
    if (segment === '..' || segment === '.' || segment === '') {
      if (last) kept.push('');
    } else kept.push(segment);
  }
  return `/${kept.join('/')}`;
}

/** What stands behind the question mark, as it was sent; empty without one. */
export function requestQuery(target: string): string {
  const at = target.indexOf('?');
  return at === -1 ? '' : target.slice(at + 1);
}

/** `/shop/search` lies in `/shop/`; the folder of a folder is the one above it. Null at the root. */
export function folderOf(path: string): string | null {
  if (path === '/' || path === '') return null;
  return path.slice(0, path.lastIndexOf('/', path.length - 2) + 1);
}
