import { AddressSet } from './address-set.ts';
import { entriesOfPage, setPage } from './address-set-page.ts';
import { parseAddressText } from './address-set-text.ts';

const { set } = parseAddressText(
  Buffer.from('192.0.2.1\n198.51.100.0/24\n203.0.113.7\n2001:db8::1\n2001:db8:1::/48\n'),
);
const all = Array.from({ length: set.size }, (_, place) => set.entry(place));

function pageOf(bytes: Uint8Array, offset: number, limit: number) {
  const page = setPage(bytes.subarray(0, AddressSet.HEAD_BYTES), offset, limit);
  const parts = page.ranges.map(({ from, to }) => bytes.subarray(from, to));
  return {
    entries: entriesOfPage(page, parts),
    read: parts.reduce((sum, part) => sum + part.length, 0),
    page,
  };
}

describe('a page of a set', () => {
  it('holds what the whole set has there, wherever it begins and ends', () => {
    for (let offset = 0; offset <= all.length + 1; offset++)
      for (let limit = 1; limit <= all.length + 1; limit++)
        expect(pageOf(set.bytes, offset, limit).entries).toEqual(all.slice(offset, offset + limit));
  });

  it('reads its own entries alone', () => {
    const text = Array.from({ length: 10_000 }, (_, n) => `10.${n >> 8}.${n & 255}.1\n`).join('');
    const { set: large } = parseAddressText(Buffer.from(text));
    const { entries, read, page } = pageOf(large.bytes, 5_000, 100);
    expect(entries).toEqual(Array.from({ length: 100 }, (_, place) => large.entry(5_000 + place)));
    expect([read, page.size]).toEqual([500, 10_000]);
  });

  it('of nothing is empty', () => {
    expect(pageOf(new Uint8Array(), 0, 100).entries).toEqual([]);
  });

  it('is none of other bytes', () => {
    expect(() => setPage(new Uint8Array(AddressSet.HEAD_BYTES), 0, 1)).toThrow('not a set of addresses');
    const { page } = pageOf(set.bytes, 0, 2);
    expect(() => entriesOfPage(page, [])).toThrow('not the bytes of this page');
  });
});
