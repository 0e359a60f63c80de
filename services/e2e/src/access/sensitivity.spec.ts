import { SENSITIVE_ACTIONS } from '@palisade/nest-kit';
import { committedRoutes } from './routes.ts';
import { HARMLESS, SENSITIVE } from './sensitivity.ts';

const routes = committedRoutes();
const harmless = Object.values(HARMLESS).flat();

describe('what needs the password again', () => {
  it('is decided for every route, once', () => {
    const decided = [...Object.keys(SENSITIVE), ...harmless];
    expect(routes.map(({ key }) => key).filter((key) => !decided.includes(key))).toEqual([]);
    expect([...decided].sort()).toEqual(routes.map(({ key }) => key).sort());
    expect(routes.length).toBeGreaterThan(120);
  });

  it('is what the routes declare, in the way that the action says', () => {
    const declared = routes.flatMap(({ key, operation }) => {
      const sensitive = operation['x-palisade-sensitive'];
      return sensitive === undefined ? [] : [[key, sensitive.action] as const];
    });
    expect(Object.fromEntries(declared)).toEqual(SENSITIVE);
    for (const { operation } of routes) {
      const { action, confirmed_by } = operation['x-palisade-sensitive'] ?? {};
      if (action !== undefined) expect(confirmed_by).toBe(SENSITIVE_ACTIONS[action]);
    }
  });

  it('leaves no action without a route', () => {
    const used = new Set(Object.values(SENSITIVE));
    expect(Object.keys(SENSITIVE_ACTIONS).filter((action) => !used.has(action as never))).toEqual([]);
  });

  it('is not open to anonymous callers or API keys', () => {
    for (const { key, operation } of routes.filter(({ key }) => key in SENSITIVE)) {
      expect([key, operation['x-palisade-access']?.level]).not.toEqual([key, 'public']);
    }
  });
});
