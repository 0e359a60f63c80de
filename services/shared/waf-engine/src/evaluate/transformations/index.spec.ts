import fc from 'fast-check';
import { byteString } from '../../../../regex/test/support/arbitraries.ts';
import type { TransformationEntry } from '../../model/transformation.ts';
import { transformations, transformationsByName } from './index.ts';

/** The longest result that a transformation may give for a value of this many bytes, where that is not the value's length. */
const MAX_LENGTHS: Readonly<Record<string, (length: number) => number>> = {
  base64encode: (length) => Math.ceil(length / 3) * 4,
  hexencode: (length) => length * 2,
  length: () => 16,
  md5: () => 16,
  removecomments: (length) => length,
  sha1: () => 20,
  urlencode: (length) => length * 3,
  utf8tounicode: (length) => length * 4,
};
const IDEMPOTENT = [
  'cmdline',
  'compresswhitespace',
  'lowercase',
  'parityzero7bit',
  'removenulls',
  'removewhitespace',
  'replacenulls',
  'trim',
  'trimleft',
  'trimright',
  'uppercase',
];
const ENTRIES = Object.entries(transformations);

describe('the registry of transformations', () => {
  it('has every transformation of libmodsecurity 3 and our own, by lower-case name', () => {
    expect(ENTRIES).toHaveLength(Object.keys(transformationsByName).length);
    expect(ENTRIES).toHaveLength(41);
    expect(transformations.urldecodeuni).toBe(transformationsByName.urlDecodeUni);
  });

  it('leaves `none` to the compiler', () => {
    expect(transformations).not.toHaveProperty('none');
  });
});

describe.each(ENTRIES)('t:%s, on arbitrary bytes,', (name, entry) => {
  it('gives bytes, and no more of them than it may', () => {
    fc.assert(
      fc.property(byteString(), (value) => {
        const result = entry.apply(value);
        expect(result.length).toBeLessThanOrEqual(MAX_LENGTHS[name]?.(value.length) ?? value.length);
        expect(hasOnlyBytes(result)).toBe(true);
      }),
    );
  });

  it('depends on nothing but the value', () => {
    fc.assert(
      fc.property(byteString(), byteString(), (value, other) => {
        const first = entry.apply(value);
        entry.apply(other);
        expect(entry.apply(value)).toBe(first);
      }),
    );
  });
});

describe.each(ENTRIES.filter(([, entry]) => entry.triggers !== null))(
  'the trigger bytes of t:%s',
  (_, entry) => {
    const triggers = entry.triggers!;

    it('are a table of 256 entries, and not all bytes', () => {
      expect(triggers).toHaveLength(256);
      expect(new Set(triggers)).toEqual(new Set([0, 1]));
    });

    it('are sound: where none of them occurs, nothing changes', () => {
      const harmless = [...triggers.keys()].filter((byte) => triggers[byte] === 0);
      fc.assert(
        fc.property(fc.array(fc.constantFrom(...harmless)), (bytes) => {
          const value = String.fromCharCode(...bytes);
          expect(entry.apply(value)).toBe(value);
        }),
        { numRuns: 500 },
      );
    });

    it('are sound for every value of one and two bytes', () => {
      expect(countUnsound(entry, triggers)).toBe(0);
    });
  },
);

describe.each(IDEMPOTENT)('t:%s', (name) => {
  it('changes nothing when applied again', () => {
    fc.assert(
      fc.property(byteString(), (value) => {
        const once = transformations[name]!.apply(value);
        expect(transformations[name]!.apply(once)).toBe(once);
      }),
    );
  });
});

function countUnsound(entry: TransformationEntry, triggers: Uint8Array): number {
  let unsound = 0;
  for (let first = 0; first < 256; first++) {
    if (triggers[first] === 1) continue;
    if (entry.apply(String.fromCharCode(first)) !== String.fromCharCode(first)) unsound++;
    for (let second = 0; second < 256; second++) {
      const pair = String.fromCharCode(first, second);
      if (triggers[second] === 0 && entry.apply(pair) !== pair) unsound++;
    }
  }
  return unsound;
}

function hasOnlyBytes(text: string): boolean {
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) > 0xff) return false;
  return true;
}
