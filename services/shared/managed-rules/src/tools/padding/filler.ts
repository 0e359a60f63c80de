/** What attacks are padded with: arguments that mean nothing, each kind with its own way of being looked at or passed over. */
export interface Filler {
  readonly name: string;
  /** The name and the value of the argument of this number, as text that needs no encoding but percent's. */
  argument(index: number): readonly [name: string, value: string];
  /** Documents are nested in this many others instead of being placed beside them. */
  readonly isDepth?: true;
}

const LONG = 'All work and no play. '.repeat(1_024);

export const FILLERS: readonly Filler[] = [
  { name: 'nothing', argument: () => ['', ''] },
  { name: 'names', argument: (index) => [`f${index}`, ''] },
  { name: 'values', argument: (index) => [`f${index}`, `v${index}`] },
  { name: 'one name', argument: () => ['q', '1'] },
  // What a rule stops at, without being an attack: libinjection takes it for SQL, and rule 1001 wants a second sign.
  { name: 'doubtful', argument: (index) => [`f${index}`, '1 or a'] },
  { name: 'one of 21 KB', argument: (index) => [`f${index}`, index === 0 ? LONG : ''] },
  { name: 'depth', argument: () => ['d', '1'], isDepth: true },
  { name: 'quotes', argument: (index) => [`f${index}`, `it's no. ${index}`] },
];

/** Where an attack stands among its padding. */
export type Position = 'before' | 'after' | 'around';
export const POSITIONS: readonly Position[] = ['before', 'after', 'around'];

/** `count` pieces around a core, joined by what joins them: padding stands `before` it, `after` it, or half and half. */
export function around(
  core: string,
  pieces: readonly string[],
  separator: string,
  position: Position,
): string {
  if (pieces.length === 0) return core;
  const before = position === 'before' ? pieces.length : position === 'after' ? 0 : pieces.length >> 1;
  return [...pieces.slice(0, before), core, ...pieces.slice(before)].join(separator);
}

export interface Padding {
  readonly filler: Filler;
  readonly count: number;
  readonly position: Position;
}

/** As a query or a form has them. */
export function formPieces({ filler, count }: Padding): string[] {
  return Array.from({ length: count }, (_, index) => {
    const [name, value] = filler.argument(index);
    return value === '' ? name : `${name}=${encodeURIComponent(value)}`;
  });
}
