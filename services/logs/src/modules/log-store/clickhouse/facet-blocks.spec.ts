import fc from 'fast-check';
import { facetLine, facetRows, readFacetLines, readFacetRows } from './facet-blocks.ts';

const most = Number.MAX_SAFE_INTEGER;
const someCount = fc.record({
  siteNo: fc.integer({ min: 0, max: 0xffff_ffff }),
  kind: fc.integer({ min: 0, max: 15 }),
  hourMs: fc.integer({ min: 0, max: 1_190_000 }).map((hour) => hour * 3_600_000),
  value: fc.oneof(fc.string({ unit: 'binary', maxLength: 40 }), fc.constant('x'.repeat(20_000))),
  requests: fc.integer({ min: 0, max: most }),
  blocked: fc.integer({ min: 0, max: most }),
  responseBytes: fc.integer({ min: 0, max: most }),
});

describe('blocks of facets', () => {
  it('are read as they were written, in either form', () => {
    fc.assert(
      fc.property(fc.array(someCount, { minLength: 1, maxLength: 20 }), (counts) => {
        expect(readFacetRows(facetRows(counts).written)).toEqual(counts);
        expect(readFacetLines(Buffer.from(counts.map(facetLine).join('')))).toEqual(counts);
      }),
    );
  });

  it('may be empty', () => {
    expect(readFacetRows(facetRows([]).written)).toEqual([]);
  });
});
