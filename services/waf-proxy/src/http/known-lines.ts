import type { HeaderKind } from './header-kind.ts';
import { ownString } from './own-string.ts';

/** A field line that came before, taken apart. Its strings are shared by all requests with it. */
export interface KnownLine {
  readonly text: string;
  readonly name: string;
  readonly value: string;
  readonly kind: HeaderKind;
  /** `Name: value`, with no other blanks. */
  readonly isCanonical: boolean;
}

const PLACES = 1_024;
const MAX_LINE = 256;
/** Nobody's session or log-in is kept beyond its request. */
const SECRETS: ReadonlySet<string> = new Set(['authorization', 'cookie', 'proxy-authorization']);

/**
 * Field lines that browsers send with every request. A line's place follows from its length and three of its characters,
 * and the line is compared there: to hash all characters of a head takes longer than to parse it. As strings are
 * shared, whoever looks their values up later finds their hashes known. Bounded, one line a place; a line is kept when
 * it comes a second time in a row at its place.
 */
export class KnownLines {
  private readonly lines: (KnownLine | null)[] = new Array<KnownLine | null>(PLACES).fill(null);
  /** By place: an imprint of the last line that was not known. */
  private readonly imprints = new Int32Array(PLACES);

  /** Null: not known. */
  find(text: string, start: number, end: number): KnownLine | null {
    if (end - start > MAX_LINE || end - start < 3) return null;
    const known = this.lines[placeOf(text, start, end)]!;
    if (known === null || known.text.length !== end - start) return null;
    return known.text === text.slice(start, end) ? known : null;
  }

  /** Of a line that is not known. */
  learn(text: string, start: number, end: number, parts: Omit<KnownLine, 'text'>): void {
    if (end - start > MAX_LINE || end - start < 3 || SECRETS.has(parts.name.toLowerCase())) return;
    const place = placeOf(text, start, end);
    const imprint = imprintOf(text, start, end);
    if (this.imprints[place] !== imprint) {
      this.imprints[place] = imprint;
      return;
    }
    this.lines[place] = {
      text: ownString(text.slice(start, end)),
      name: ownString(parts.name),
      value: ownString(parts.value),
      kind: parts.kind,
      isCanonical: parts.isCanonical,
    };
  }
}

function placeOf(text: string, start: number, end: number): number {
  const length = end - start;
  const mixed =
    length * 0x1f +
    text.charCodeAt(start) * 0x3d +
    text.charCodeAt(end - 1) * 0x89 +
    text.charCodeAt(start + (length >>> 1)) * 0x137;
  return mixed & (PLACES - 1);
}

/** Every fourth character; which line it was is not asked of it. */
function imprintOf(text: string, start: number, end: number): number {
  let hash = end - start;
  for (let at = start; at < end; at += 4) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash | 1;
}
