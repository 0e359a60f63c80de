import fc from 'fast-check';
import { type Harness, newUser, startHarness } from './harness.ts';

const RUNS_PER_ROUTE = 60;
/** What schemas name, with values of every kind: mostly wrong, now and then right. */
const ORIGIN = [
  'origin_host',
  'origin_port',
  'origin_protocol',
  'origin_use_tls',
  'enable_hsts',
  'timeout_seconds',
];
const POLICY = [
  'mode',
  'allowed_ips',
  'blocked_ips',
  'blocked_lists',
  'blocked_countries',
  'rate_limit_requests',
  'ddos_protection_level',
  'waf_sensitivity',
  'custom_rules',
  'rule_exclusions',
];
const TOP = ['domain_name', 'hosts', 'is_active', 'version', ...ORIGIN];

const RULE_ID = '7c2f9a7e-3a8c-4f0e-9b1d-0a5f6c1e2d3b';
const PATTERNS = [
  '^/a',
  '(',
  '(a+)\\1',
  '\\p{L}',
  'a{1000}',
  '((((a{99}){99}){99}){99}){99}',
  '\ud800',
  '\0',
];
const RULES = [
  ...PATTERNS.map((pattern) => ({
    id: RULE_ID,
    name: 'a',
    enabled: true,
    action: 'block',
    skip: [],
    conditions: [{ field: 'path', name: '', operator: 'matches', negate: false, values: [pattern] }],
  })),
  ...['', 'ARGS', 'ARGS:', 'ARGS:/(/', "ARGS:'", 'ARGS:%{tx.a', 'XML:/a[', '\ud800', 'TX.a'].map(
    (target) => ({
      id: RULE_ID,
      by: 'rule_id',
      value: '1002',
      target,
      path_prefix: '',
      note: '',
      expires_at: '9999-12-31T23:59:59Z',
    }),
  ),
];

const value = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom(
    'example.com',
    'a.example',
    '192.0.2.1',
    '::1',
    '192.0.2.0/24',
    'https',
    80,
    0,
    -1,
    2 ** 53,
    1e300,
    true,
    null,
  ),
  fc.constantFrom(
    '\u0000',
    '\ud800',
    'xn--',
    'xn--a',
    '.',
    '..',
    'a..b',
    '*.a.example',
    '％',
    '😀.example',
    'x'.repeat(5_000),
    [],
    {},
  ),
  fc.constantFrom(['10.0.0.1', '10.0.0.1'], ['CN'], ['\u0000'], [null], ['a.example', 'b.a.example']),
  fc.array(fc.constantFrom(...RULES), { maxLength: 3 }),
);
const section = (fields: string[]) => fc.dictionary(fc.constantFrom(...fields), value, { maxKeys: 4 });
const body = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  section(TOP),
  fc.record({ originConfig: section(ORIGIN), policyConfig: section(POLICY) }),
);

describe('whatever is sent', () => {
  let h: Harness;
  beforeAll(async () => {
    h = await startHarness();
  });
  afterAll(() => h?.stop());

  it('is answered with a status that says whose fault it is, never with an error of ours', async () => {
    const owner = newUser();
    h.billing.setPlan(owner.userId, 'enterprise');
    const { body: mine } = await h.call('POST', '/domains', owner, {
      domain_name: 'fuzz.example',
      origin_host: '192.0.2.1',
    });
    const answer = await fetch(`${await h.app.getUrl()}/openapi.json`);
    const { paths } = (await answer.json()) as { paths: Record<string, Record<string, unknown>> };
    const routes = Object.entries(paths)
      .flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => [method.toUpperCase(), path.replace(/^\/api/, '')] as const),
      )
      // Last, since nothing works for a removed domain.
      .sort(([a], [b]) => Number(a === 'DELETE') - Number(b === 'DELETE'));
    const id = fc.constantFrom(mine.id, mine.id, 'x', '%00', '%ff', '0190a5b0-0000-7000-8000-000000000000');
    const version = fc.constantFrom('1', '2', '-1', '2147483648', '1e3', 'x');
    let calls = 0;
    for (const [method, path] of routes) {
      await fc.assert(
        fc.asyncProperty(
          body,
          id,
          version,
          fc.constantFrom(owner, owner, newUser(), null),
          async (sent, to, number, user) => {
            const hasBody = method !== 'GET' && method !== 'DELETE';
            const target = path.replace('{id}', String(to)).replace('{version}', number);
            const { status } = await h.call(method, target, user, hasBody ? sent : undefined);
            calls++;
            // No edge has reported its addresses here, and an empty list would lock edges out.
            if (path.startsWith('/edge-addresses') && status === 503) return;
            expect({ method, path, status, isOurs: status >= 500 }).toEqual({
              method,
              path,
              status,
              isOurs: false,
            });
          },
        ),
        { numRuns: RUNS_PER_ROUTE, seed: 20_261_121 },
      );
    }
    expect(calls).toBe(routes.length * RUNS_PER_ROUTE);
  });
});
