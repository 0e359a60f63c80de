/** JSON in one spelling: what the database gives back has its keys in another order than what was sent. */
function canonicalText(value: unknown): string {
  if (typeof value !== 'object') return JSON.stringify(value);
  return JSON.stringify(value, (_key, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
}

export const sameValue = (one: unknown, other: unknown): boolean =>
  canonicalText(one) === canonicalText(other);

/** The entries that the other list does not have. */
export function without(list: readonly unknown[], other: readonly unknown[]): unknown[] {
  const known = new Set(other.map(canonicalText));
  return list.filter((entry) => !known.has(canonicalText(entry)));
}

export interface Named {
  id: string;
}

export const byId = <Entry extends Named>(entries: readonly Entry[]): ReadonlyMap<string, Entry> =>
  new Map(entries.map((entry) => [entry.id, entry]));

export const ID_TWICE = 'Two entries have the same id';
export const namedOnce = (entries: readonly Named[]): boolean =>
  new Set(entries.map(({ id }) => id)).size === entries.length;
