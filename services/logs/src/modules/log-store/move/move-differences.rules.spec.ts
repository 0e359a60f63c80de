import { differencesOf, type SiteDay } from './move-differences.rules.ts';

const before: SiteDay = {
  siteNo: 3,
  retentionDays: 7,
  trafficBefore: 100n,
  trafficAfter: 102n,
  records: 101n,
  counted: 101n,
  facetRequests: 900n,
  facetBytes: 5_000n,
};
const still: SiteDay = { ...before, trafficAfter: 100n, records: 100n, counted: 100n };

it.each<[string, SiteDay, Partial<SiteDay>, string[]]>([
  ['nothing has changed', still, {}, []],
  ['a record is missing', still, { records: 99n }, ['records']],
  ['a record is there twice', still, { records: 101n, counted: 101n }, ['records', 'counted']],
  ['counts were lost', still, { facetRequests: 899n, facetBytes: 4_999n }, ['facetRequests', 'facetBytes']],
  ['counts came twice', still, { facetBytes: 10_000n }, ['facetBytes']],
  [
    'requests came meanwhile',
    still,
    { trafficBefore: 110n, trafficAfter: 110n, records: 110n, counted: 110n, facetRequests: 990n },
    [],
  ],
  [
    'one that came meanwhile is not there',
    still,
    { trafficBefore: 110n, trafficAfter: 110n, records: 109n, counted: 110n },
    ['records'],
  ],
  [
    'requests came while it was counted',
    before,
    { trafficBefore: 110n, trafficAfter: 113n, records: 110n, counted: 112n },
    [],
  ],
  [
    'more came than traffic knows',
    before,
    { trafficBefore: 110n, trafficAfter: 113n, records: 115n, counted: 112n },
    ['records'],
  ],
])('%s', (_, marked, changed, wrong) => {
  expect(differencesOf(marked, { ...marked, ...changed }).map(({ what }) => what)).toEqual(wrong);
});

it('says what was expected and what is there', () => {
  expect(differencesOf(still, { ...still, records: 99n })).toEqual([
    { siteNo: 3, what: 'records', expected: 100n, found: 99n },
  ]);
});
