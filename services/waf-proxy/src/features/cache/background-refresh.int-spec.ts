import { create } from '@bufbuild/protobuf';
import { edgeV1 } from '@palisade/contracts';
import { type CachingEdge, caching, counting, stopCaching } from '../../test-support/caching-edge.ts';
import { fakeRuleSet } from '../../test-support/fake-rule-set.ts';
import { eventually } from '../../test-support/raw-client.ts';

const STALE_AT_ONCE = 'Cache-Control: max-age=0, stale-while-revalidate=60';

afterEach(stopCaching);

const refreshes = ({ edge }: CachingEdge) => edge.worker.edge.pools.cacheRefreshes.state.used;

/** What clients get once the origin has been asked anew behind an answer from the cache. */
async function expectRefreshed(cached: CachingEdge, target: string): Promise<void> {
  const { get, origin } = cached;
  expect((await get(target)).body).toBe('answer 1');
  expect((await get(target)).body).toBe('answer 1');
  await eventually(() => origin.requests.length === 2);
  await eventually(() => refreshes(cached) === 0);
  const refreshed = await get(target);
  expect(refreshed).toMatchObject({ status: 200, body: 'answer 2' });
  expect(refreshed.headers['cache-status']).toContain('hit');
}

describe('a stale response', () => {
  it('is fetched anew where the rules take many slices over the request and over the response', async () => {
    const ruleSet = fakeRuleSet({ inspectResponses: true, slices: [4, 3, 5, 4] });
    const cached = await caching(counting(STALE_AT_ONCE, 'Content-Type: text/html'), undefined, { ruleSet });
    await expectRefreshed(cached, '/');
    expect(cached.edge.faults).toEqual([]);
  });

  it('is fetched anew where an owner’s rule has the client’s request skip the managed rules', async () => {
    const cached = await caching(counting(STALE_AT_ONCE), (config) => {
      config.policy!.customRules = [skipManagedRulesBelow('/hooks/')];
    });
    await expectRefreshed(cached, '/hooks/pay?q=attack');
  });

  it('may be fetched anew again after the fetch could not begin', async () => {
    const cached = await caching(counting(STALE_AT_ONCE));
    const { get, edge, origin } = cached;
    await get('/');
    const { forward } = edge.worker.edge;
    edge.worker.edge.forward = () => {
      throw new Error('no way to the origin');
    };
    expect((await get('/')).body).toBe('answer 1');
    await eventually(() => edge.faults.length === 1);
    expect(edge.faults[0]).toMatchObject({ code: 'cache_refresh_failure' });
    expect(refreshes(cached)).toBe(0);
    edge.worker.edge.forward = forward;
    await get('/');
    await eventually(() => origin.requests.length === 2);
  });
});

function skipManagedRulesBelow(path: string): edgeV1.CustomRule {
  return create(edgeV1.CustomRuleSchema, {
    id: '0b6e4f0e-6f53-4d6e-9d55-3a5a1c1d2e3f',
    name: 'Hooks',
    action: edgeV1.CustomRuleAction.SKIP,
    skips: [edgeV1.SkippedCheck.MANAGED_RULES],
    conditions: [
      {
        field: edgeV1.ConditionField.PATH,
        operator: edgeV1.ConditionOperator.STARTS_WITH,
        values: [path],
      },
    ],
  });
}
