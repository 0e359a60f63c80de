/** A set of labels such as countries or methods, or of all others. */
export interface LabelSet {
  readonly labels: ReadonlySet<string>;
  readonly allBut: boolean;
}

export const ANY_LABEL: LabelSet = { labels: new Set(), allBut: true };

/** Possible values of a field; the empty text where a request may have none. */
export interface LabelDomain {
  /** Preferred values for examples, the most common first. */
  readonly known: readonly string[];
  /** Others, where there are any: the nth of them. */
  readonly others: ((nth: number) => string) | null;
}

export function commonLabels(a: LabelSet, b: LabelSet): LabelSet {
  if (a.allBut && b.allBut) return { labels: new Set([...a.labels, ...b.labels]), allBut: true };
  const [finite, other] = a.allBut ? [b, a] : [a, b];
  const labels = [...finite.labels].filter((label) => other.labels.has(label) !== other.allBut);
  return { labels: new Set(labels), allBut: false };
}

/** One of them that the field may hold; null: there is none. */
export function someLabel({ labels, allBut }: LabelSet, { known, others }: LabelDomain): string | null {
  const usual = known.find((label) => labels.has(label) !== allBut);
  if (usual !== undefined) return usual;
  if (others === null) return null;
  if (!allBut) return [...labels][0] ?? null;
  for (let nth = 0; nth <= labels.size; nth++) if (!labels.has(others(nth))) return others(nth);
  return null;
}
