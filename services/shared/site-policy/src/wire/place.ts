/** A part of the document as plain values, while it is put together. */
export interface Tree {
  [name: string]: unknown;
}

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null;

/** The value at `policy.cache.defaultTtlSeconds`; undefined where a part on the way is absent. */
export function valueAt(root: unknown, place: string): unknown {
  return place.split('.').reduce<unknown>((part, name) => (isTree(part) ? part[name] : undefined), root);
}

/** Puts a value at its place, with the parts on the way. */
export function putAt(root: Tree, place: string, value: unknown): void {
  const names = place.split('.');
  const last = names.pop()!;
  let part = root;
  for (const name of names) {
    const known = part[name];
    if (isTree(known)) part = known;
    else {
      const fresh: Tree = {};
      part[name] = fresh;
      part = fresh;
    }
  }
  part[last] = value;
}
