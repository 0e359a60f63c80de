import { readFileSync } from 'node:fs';
import path from 'node:path';
import { GATHERED_CALLS } from '../services/gateway/src/modules/gathered/gathered-calls.rules.ts';
import { OWNED_PATHS, routeOf } from '../services/gateway/src/routes/route-table.ts';

const description: { paths: Record<string, unknown> } = JSON.parse(
  readFileSync(path.resolve(import.meta.dirname, '../frontend/openapi.json'), 'utf8'),
);
const paths = Object.keys(description.paths);

describe('the table of routes and the description of the API', () => {
  it.each(Object.values(OWNED_PATHS).flat())('some path begins with %s', (prefix) => {
    expect(paths.some((path) => `${path}/`.startsWith(`/api/${prefix}/`))).toBe(true);
  });

  it('every path has an owner, or is answered by the gateway itself', () => {
    const ownerless = paths.filter((path) => routeOf(path) === null);
    expect(ownerless.sort()).toEqual(Object.keys(GATHERED_CALLS).sort());
  });
});
