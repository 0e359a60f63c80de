import { HOUR_MS } from '@palisade/basics';
import { FACET, type FacetCount, OTHER } from '../records/roll-ups.rules.ts';
import { FacetAdmission, type StoredFacets } from './facet-admission.ts';

const NO_ROWS: StoredFacets = { valuesOf: async () => [] };
const paths = (siteNo: number, ...values: string[]): FacetCount[] =>
  values.map((value) => ({
    ...{ siteNo, kind: FACET.path, hourMs: 500_000 * HOUR_MS, value },
    ...{ requests: 1, blocked: 0, responseBytes: 0 },
  }));
/** As a committed transaction does. */
const admit = async (admission: FacetAdmission, table: StoredFacets, facets: readonly FacetCount[]) => {
  const { counts, stored } = await admission.admit(table, facets);
  admission.remember(stored);
  return counts;
};
const counts = (facets: readonly FacetCount[]) => facets.map(({ value, requests }) => [value, requests]);
/** A table in memory. */
class Table implements StoredFacets {
  readonly rows: FacetCount[] = [];
  asked = 0;

  async valuesOf(facets: readonly FacetCount[]) {
    this.asked++;
    return this.rows.filter((row) => facets.some(({ siteNo }) => siteNo === row.siteNo));
  }

  async store(admission: FacetAdmission, facets: readonly FacetCount[]): Promise<void> {
    const admitted = await admit(admission, this, facets);
    const isNew = ({ siteNo, value }: FacetCount) =>
      value !== OTHER && !this.rows.some((row) => row.siteNo === siteNo && row.value === value);
    this.rows.push(...admitted.filter(isNew));
  }
}

describe('the values of open-ended facets', () => {
  it('are counted together once there are too many', async () => {
    const admission = new FacetAdmission(3);
    const first = await admit(admission, NO_ROWS, paths(1, '/0', '/1', '/2', '/3', '/4'));
    expect(counts(first)).toEqual([
      ['/0', 1],
      ['/1', 1],
      ['/2', 1],
      [OTHER, 2],
    ]);
    expect(counts(await admit(admission, NO_ROWS, paths(1, '/1', '/5')))).toEqual([
      ['/1', 1],
      [OTHER, 1],
    ]);
  });

  it('are not asked for where all are known, nor where a site is full', async () => {
    const [admission, table] = [new FacetAdmission(3), new Table()];
    await table.store(admission, paths(1, '/0', '/1'));
    await table.store(admission, paths(1, '/1', '/0'));
    expect(table.asked).toBe(1);
    await table.store(admission, paths(1, '/2', '/3'));
    await table.store(admission, paths(1, '/4', '/5'));
    expect(table.asked).toBe(2);
  });

  it('stay within their bound however many processes count them', async () => {
    const table = new Table();
    const processes = Array.from({ length: 4 }, () => new FacetAdmission(3));
    for (let round = 0; round < 5; round++)
      for (const [index, admission] of processes.entries())
        await table.store(admission, paths(1, `/${index}/${round}`));
    expect(table.rows).toHaveLength(3);
  });

  it('are told before they are counted, once a site is known to be full', async () => {
    const [admission, table] = [new FacetAdmission(3), new Table()];
    const closed = () => admission.closedValues(1, FACET.path, 500_000 * HOUR_MS);
    await table.store(admission, paths(1, '/0', '/1'));
    expect(closed()).toBeUndefined();
    const third = await admission.admit(table, paths(1, '/2'));
    expect(closed()).toBeUndefined();
    admission.remember(third.stored);
    expect([...closed()!]).toEqual(['/0', '/1', '/2']);
    expect(admission.closedValues(2, FACET.path, 500_000 * HOUR_MS)).toBeUndefined();
    // Besides the values of a complete roll-up there are those that it did not know to exceed the limit.
    expect(counts(await admit(admission, table, paths(1, OTHER, '/3', '/2')))).toEqual([
      ['/2', 1],
      [OTHER, 2],
    ]);
  });

  it('of one transaction are not shown to another before they are committed', async () => {
    const [admission, table] = [new FacetAdmission(3), new Table()];
    await table.store(admission, paths(1, '/0'));
    const undone = await admission.admit(table, paths(1, '/0', '/undone', '/undone too'));
    expect(counts(undone.counts)).toHaveLength(3);
    expect(counts(await admit(admission, table, paths(1, '/1', '/2', '/3')))).toEqual([
      ['/1', 1],
      ['/2', 1],
      [OTHER, 1],
    ]);
  });

  it('that were not committed are not remembered', async () => {
    const [admission, table] = [new FacetAdmission(3), new Table()];
    await admission.admit(table, paths(1, '/undone'));
    await table.store(new FacetAdmission(3), paths(1, '/0', '/1', '/2'));
    expect(counts(await admit(admission, table, paths(1, '/undone')))).toEqual([[OTHER, 1]]);
  });

  it('that are counted already count towards the bound, in a process that knows nothing of them', async () => {
    const table: StoredFacets = { valuesOf: async () => paths(1, '/0', '/1', '/2') };
    expect(counts(await admit(new FacetAdmission(3), table, paths(1, '/2', '/3')))).toEqual([
      ['/2', 1],
      [OTHER, 1],
    ]);
  });

  it('stay within their bound however many sites make the process forget them', async () => {
    const [admission, table] = [new FacetAdmission(3, 30), new Table()];
    for (let round = 0; round < 8; round++)
      for (let siteNo = 0; siteNo < 50; siteNo++)
        await table.store(admission, paths(siteNo, `/${round}`, `/${round}b`));
    const bySite = Map.groupBy(table.rows, ({ siteNo }) => siteNo);
    expect(Math.max(...[...bySite.values()].map((rows) => rows.length))).toBe(3);
    expect(table.asked).toBeGreaterThan(50);
  });

  it('of facets that have few are not bounded, nor looked up', async () => {
    const table: StoredFacets = { valuesOf: () => Promise.reject(new Error('asked')) };
    const countries = paths(1, 'DE', 'FR', 'IT').map((facet) => ({ ...facet, kind: FACET.country }));
    expect(await admit(new FacetAdmission(1), table, countries)).toEqual(countries);
  });
});
