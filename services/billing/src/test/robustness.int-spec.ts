import fc from 'fast-check';
import { type Harness, newCaller, startHarness } from './harness.ts';

const RUNS_PER_ROUTE = 40;
/** What schemas name, with values of every kind: mostly wrong, now and then right. */
const FIELDS = [
  'plan_id',
  'billing_period',
  'payment_method',
  'user_email',
  'user_name',
  'order_id',
  'paypal_order_id',
  'claim_token',
  'name',
  'slug',
  'price',
  'description',
  'features',
  'is_active',
  'entitlements',
  'max_domains',
  'beyond_guarantee',
];

const value = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom(
    'starter',
    'monthly',
    'paypal',
    'a@example.com',
    3,
    29.99,
    -1,
    2 ** 53,
    1e300,
    '\u0000',
    '\ud800',
    "' OR 1=1 --",
    '%',
    '😀',
    'x'.repeat(5_000),
    [],
    ['✓ {domains}'],
    {},
    null,
    true,
  ),
);
const body = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.dictionary(fc.constantFrom(...FIELDS), value, { maxKeys: 6 }),
);
const segment = fc.constantFrom(
  '1',
  '2',
  '99',
  '-1',
  '999999999999999999999',
  'x',
  '%00',
  '%ff',
  '..%2f',
  '0190a5b0-0000-7000-8000-000000000000',
);

describe('whatever is sent', () => {
  let h: Harness;
  beforeAll(async () => {
    h = await startHarness();
  });
  afterAll(() => h?.stop());

  it('is answered with a status that says whose fault it is, never with an error of ours', async () => {
    const answer = await fetch(`${h.url}/openapi.json`);
    const { paths } = (await answer.json()) as { paths: Record<string, Record<string, unknown>> };
    const routes = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => [method.toUpperCase(), path.replace(/^\/api/, '')] as const),
    );
    expect(routes.length).toBeGreaterThan(15);
    const admin = newCaller({ isAdmin: true });
    let calls = 0;
    for (const [method, path] of [...routes, ['POST', '/paypal/webhook'] as const]) {
      await fc.assert(
        fc.asyncProperty(body, segment, fc.constantFrom(admin, h.newUser(), null), async (sent, id, user) => {
          const hasBody = method !== 'GET' && method !== 'DELETE';
          const { status, body: said } = await h.call(
            method,
            path.replace(/\{\w+\}/g, id),
            user,
            hasBody ? sent : undefined,
          );
          calls++;
          // 503 says that payments are not set up here.
          const isOurs = status >= 500 && said.code !== 'payments_not_offered';
          expect({ method, path, status, isOurs }).toEqual({ method, path, status, isOurs: false });
        }),
        { numRuns: RUNS_PER_ROUTE, seed: 20_261_121 },
      );
    }
    expect(calls).toBe((routes.length + 1) * RUNS_PER_ROUTE);
  });
});
