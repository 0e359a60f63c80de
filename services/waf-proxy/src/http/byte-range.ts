export interface ByteRange {
  first: number;
  /** Included. */
  last: number;
}

const ONE_RANGE = /^bytes=[ \t]*(\d{0,15})-(\d{0,15})[ \t]*$/i;

/**
 * Reads a Range field against a whole of `length` bytes. Null: answer the whole (another unit, several ranges, nonsense:
 * RFC 9110, 14.2 lets a server ignore those). 'unsatisfiable': 416.
 */
export function readRange(field: string | null, length: number): ByteRange | 'unsatisfiable' | null {
  if (field === null) return null;
  const parts = ONE_RANGE.exec(field);
  if (parts === null) return null;
  const [, from, to] = parts as unknown as [string, string, string];
  if (from === '' && to === '') return null;
  if (from === '') {
    const suffix = Number(to);
    if (suffix === 0 || length === 0) return 'unsatisfiable';
    return { first: Math.max(0, length - suffix), last: length - 1 };
  }
  const first = Number(from);
  if (to !== '' && Number(to) < first) return null;
  if (first >= length) return 'unsatisfiable';
  return { first, last: to === '' ? length - 1 : Math.min(Number(to), length - 1) };
}

/** Whether a client that wants a part wants it from the beginning, so that it is worth fetching the whole. */
export function beginsAtZero(field: string): boolean {
  const parts = ONE_RANGE.exec(field);
  return parts === null || (parts[1] !== '' && Number(parts[1]) === 0);
}
