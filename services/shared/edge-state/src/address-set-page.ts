import { AddressSet } from './address-set.ts';
import { EdgeStateError } from './errors.ts';

/** Bytes of an encoded set: `from` included, `to` not. */
export interface ByteRange {
  from: number;
  to: number;
}

/** Some entries of a set that is stored somewhere else: which of its bytes make a set of them alone. */
export interface SetPage {
  /** How many entries the whole set has. */
  size: number;
  /** To be read in this order. */
  ranges: readonly ByteRange[];
  v4: number;
  v6: number;
}

const START_V4 = 4;
const START_V6 = 16;
const LENGTH = 1;

/**
 * Where the entries of a page stand, so that a store hands out only those of up to a million.
 *
 * @param head the first `AddressSet.HEAD_BYTES` of the encoded set; nothing at all is a set of nothing. Errors: `list_set_malformed`.
 */
export function setPage(head: Uint8Array, offset: number, limit: number): SetPage {
  const { v4, v6 } = head.byteLength === 0 ? { v4: 0, v6: 0 } : AddressSet.counts(head);
  const [from, to] = [Math.min(offset, v4 + v6), Math.min(offset + limit, v4 + v6)];
  const fromV4 = Math.min(from, v4);
  const toV4 = Math.min(to, v4);
  const [fromV6, toV6] = [from - fromV4, to - toV4];
  const sections = [
    { bytes: START_V4, all: v4, from: fromV4, to: toV4 },
    { bytes: START_V6, all: v6, from: fromV6, to: toV6 },
    { bytes: LENGTH, all: v4, from: fromV4, to: toV4 },
    { bytes: LENGTH, all: v6, from: fromV6, to: toV6 },
  ];
  const ranges: ByteRange[] = [];
  let at = AddressSet.HEAD_BYTES;
  for (const section of sections) {
    ranges.push({ from: at + section.from * section.bytes, to: at + section.to * section.bytes });
    at += section.all * section.bytes;
  }
  return { size: v4 + v6, ranges, v4: toV4 - fromV4, v6: toV6 - fromV6 };
}

/** The entries of a page, of what its ranges hold. Errors: `list_set_malformed`. */
export function entriesOfPage({ v4, v6, ranges }: SetPage, parts: readonly Uint8Array[]): string[] {
  if (ranges.some(({ from, to }, index) => parts[index]?.byteLength !== to - from))
    throw new EdgeStateError('list_set_malformed', 'not the bytes of this page');
  const set = new AddressSet(Buffer.concat([AddressSet.head(v4, v6), ...parts]));
  return Array.from({ length: set.size }, (_, place) => set.entry(place));
}
