import { newAccount } from './access/world.ts';
import { ApiClient } from './api-client.ts';
import { SharedStack } from './shared/shared-stack.ts';

interface OpenApi {
  paths: Record<string, Record<string, { parameters?: { name: string }[] }>>;
}

const VISITOR = '&address=192.0.2.1&from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z';
/** A Monday. */
const REPORT = '&period=week&from=2026-01-05';
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** Another customer finds nothing of the first one's: not even that it exists. */
describe('another customer', () => {
  const stack = new SharedStack('customers');
  let owner: ApiClient;
  let stranger: ApiClient;
  let domain: { id: string; domain_name: string };
  let routes: { method: string; path: string; parameters: string[] }[];

  beforeAll(async () => {
    await stack.start();
    owner = await ApiClient.signIn(stack.api, stack.accounts.customer);
    stranger = await ApiClient.register(stack.api, newAccount('mallory'));
    const { body } = await owner.call<{ id: string; domain_name: string }[]>('GET', '/domains/');
    domain = body[0] as { id: string; domain_name: string };
    const api = await ApiClient.anonymous(stack.api).call<OpenApi>('GET', '/openapi.json');
    routes = Object.entries(api.body.paths).flatMap(([path, operations]) =>
      METHODS.filter((method) => method in operations).map((method) => ({
        method: method.toUpperCase(),
        path: path.replace(/^\/api/, ''),
        parameters: operations[method]?.parameters?.map((one) => one.name) ?? [],
      })),
    );
  }, 180_000);
  afterAll(() => stack.dispose());

  it('gets 404 on every route of a domain', async () => {
    const ofDomains = routes.filter(({ path }) => /^\/domains\/\{[^}]+\}/.test(path));
    expect(ofDomains.length).toBeGreaterThanOrEqual(5);
    const answers = await Promise.all(
      ofDomains.map(async ({ method, path }) => {
        const target = path.replace(/\{[^}]+\}/, domain.id).replace(/\{[^}]+\}/g, '1');
        const body =
          method === 'GET' || method === 'DELETE' ? undefined : { originConfig: {}, policyConfig: {} };
        const { status } = await stranger.call(method, target, body);
        return { route: `${method} ${path}`, status };
      }),
    );
    // Some routes refuse this body before they look for the domain, to everybody alike; `access-matrix` has their own.
    const revealing = answers.filter(({ route, status }) =>
      route.startsWith('GET') ? status !== 404 : status !== 404 && status !== 422,
    );
    expect(revealing).toEqual([]);
    expect(answers.filter(({ status }) => status === 404).length).toBeGreaterThanOrEqual(10);
  });

  it.each(['id', 'domain_name'] as const)(
    'gets 404 on every log route that names a domain by its %s',
    async (name) => {
      // What takes neither a domain nor an id is a list of the caller's own.
      const ofLogs = routes.filter(
        ({ method, path, parameters }) =>
          method === 'GET' &&
          path.startsWith('/dashboard/') &&
          /\b(?:domain|id)\b/.test(parameters.join(' ')),
      );
      expect(ofLogs.length).toBeGreaterThanOrEqual(10);
      const answers = await Promise.all(
        ofLogs.map(async ({ method, path, parameters }) => {
          // Some routes need a visitor or a period, and refuse requests without one.
          const visitor = parameters.includes('address') ? VISITOR : '';
          const report = path.endsWith('/traffic-reports/file') ? REPORT : '';
          const { status } = await stranger.call(
            method,
            `${path.replace(/\{[^}]+\}/g, domain.id)}?domain=${domain[name]}${visitor}${report}`,
          );
          return `${method} ${path} ${status}`;
        }),
      );
      expect(answers).toEqual(ofLogs.map(({ method, path }) => `${method} ${path} 404`));
    },
  );

  it('sees none of it in lists, while the owner does', async () => {
    expect((await stranger.call('GET', '/domains/')).body).toEqual([]);
    expect((await stranger.call<{ logs: unknown[] }>('GET', '/dashboard/logs/recent')).body.logs).toEqual([]);
    const config = await owner.call('GET', `/domains/${domain.id}/waf-config`);
    expect(config.status).toBe(200);
  });

  it('leaves the owner’s domain as it was', async () => {
    const { body } = await owner.call<{ id: string; is_active: boolean }[]>('GET', '/domains/');
    expect(body).toContainEqual(expect.objectContaining({ id: domain.id, is_active: true }));
  });
});
