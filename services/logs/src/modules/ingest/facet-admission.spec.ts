import { FacetAdmission, type FacetRows } from './facet-admission.ts';
import { FACET, type FacetCount, HOUR_MS, OTHER } from './roll-ups.rules.ts';

const NO_ROWS: FacetRows = { query: async () => ({ rows: [] }) };
const paths = (siteNo: number, ...values: string[]): FacetCount[] =>
  values.map((value) => ({
    ...{ siteNo, kind: FACET.path, hourMs: 500_000 * HOUR_MS, value },
    ...{ requests: 1, blocked: 0, responseBytes: 0 },
  }));
const counts = (facets: readonly FacetCount[]) => facets.map(({ value, requests }) => [value, requests]);

describe('the values of open-ended facets', () => {
  it('are counted together once there are too many', async () => {
    const admission = new FacetAdmission(3);
    const first = await admission.admit(NO_ROWS, paths(1, '/0', '/1', '/2', '/3', '/4'));
    expect(counts(first)).toEqual([
      [OTHER, 2],
      ['/0', 1],
      ['/1', 1],
      ['/2', 1],
    ]);
    expect(counts(await admission.admit(NO_ROWS, paths(1, '/1', '/5')))).toEqual([
      [OTHER, 1],
      ['/1', 1],
    ]);
  });

  it('that are counted already count towards the bound, in a process that knows nothing of them', async () => {
    const table: FacetRows = { query: async () => ({ rows: paths(1, '/0', '/1', '/2') }) };
    expect(counts(await new FacetAdmission(3).admit(table, paths(1, '/2', '/3')))).toEqual([
      [OTHER, 1],
      ['/2', 1],
    ]);
  });

  it('stay within their bound however many sites make the process forget them', async () => {
    const stored = new Map<number, Map<string, FacetCount>>();
    let asked = 0;
    const table: FacetRows = {
      query: async (_text, [sites]) => {
        asked++;
        return { rows: (sites as number[]).flatMap((siteNo) => [...(stored.get(siteNo)?.values() ?? [])]) };
      },
    };
    const admission = new FacetAdmission(3, 30);
    for (let round = 0; round < 8; round++) {
      for (let siteNo = 0; siteNo < 50; siteNo++) {
        const site = stored.get(siteNo) ?? new Map<string, FacetCount>();
        stored.set(siteNo, site);
        for (const facet of await admission.admit(table, paths(siteNo, `/${round}`, `/${round}b`)))
          if (facet.value !== OTHER) site.set(facet.value, facet);
      }
    }
    expect(Math.max(...[...stored.values()].map(({ size }) => size))).toBe(3);
    expect(asked).toBeGreaterThan(50);
  });

  it('of facets that have few are not bounded, nor looked up', async () => {
    const table: FacetRows = { query: () => Promise.reject(new Error('asked')) };
    const countries = paths(1, 'DE', 'FR', 'IT').map((facet) => ({ ...facet, kind: FACET.country }));
    expect(await new FacetAdmission(1).admit(table, countries)).toEqual(countries);
  });
});
