import { SitesController } from './controller.ts';
import { type Condition, FINALIZER, pathOf, type SiteObject, type SiteSpec } from './kinds.ts';
import { KubeClient } from './kubernetes/client.ts';
import {
  ApiServer,
  DEFINITIONS,
  NAMESPACE,
  NAMESPACES,
  SITES_DEFINITION,
} from './test-support/api-server.ts';
import { API_KEY, Dashboard, OTHERS_KEY } from './test-support/dashboard.ts';

const SPACE = NAMESPACE;
const SITES = pathOf(SPACE, 'sites');
const POLICIES = pathOf(SPACE, 'sitepolicies');
const SECRETS = `/api/v1/namespaces/${SPACE}/secrets`;
const CONCURRENCY = 3;

let kube: ApiServer;
let palisade: Dashboard;
let stopping: AbortController;
let lost: AbortController;
let running: Promise<void>;

async function start(): Promise<void> {
  const [access, dashboard] = await Promise.all([kube.start(), palisade.start()]);
  stopping = new AbortController();
  lost = new AbortController();
  const client = new KubeClient(access);
  const controller = new SitesController({
    client,
    lost: lost.signal,
    namespace: SPACE,
    dashboard,
    atOnce: CONCURRENCY,
    log: () => undefined,
  });
  running = controller.run(stopping.signal);
}

beforeEach(async () => {
  kube = new ApiServer();
  palisade = new Dashboard();
  kube.put(SECRETS, { metadata: { name: 'key' }, data: { apiKey: Buffer.from(API_KEY).toString('base64') } });
});
afterEach(async () => {
  stopping.abort();
  await running;
  await Promise.all([kube.stop(), palisade.stop()]);
});

const site = (name: string, spec: Partial<SiteSpec> = {}) =>
  kube.put(SITES, {
    metadata: { name },
    spec: {
      domain: `${name}.example`,
      apiKeySecret: { name: 'key' },
      origin: { host: '192.0.2.7' },
      ...spec,
    },
  });
const read = (name: string) => kube.read<SiteObject>(SITES, name);
const conditionText = (name: string, type: Condition['type']): string => {
  const found = read(name)?.status?.conditions?.find((condition) => condition.type === type);
  return found === undefined ? '' : `${found.status} ${found.reason}`;
};
const messageOf = (name: string) =>
  read(name)?.status?.conditions?.find(({ type }) => type === 'Accepted')?.message;

async function until(what: string, isSo: () => boolean): Promise<void> {
  const limit = performance.now() + 20_000;
  while (!isSo()) {
    if (performance.now() > limit)
      throw new Error(`not within 20 s: ${what}\n${JSON.stringify(read('shop'))}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
/** As a comparison that is due, or a start of the controller, does it. */
function lookAt(name: string): void {
  const object = read(name)!;
  const finalizers = [...(object.metadata.finalizers ?? []), 'example.test/looked-at'];
  kube.put(SITES, { ...object, metadata: { ...object.metadata, finalizers } });
}
function changedByOthers(domain: string): void {
  const { config } = palisade.named(domain)!;
  config.policyConfig.waf_sensitivity = 'low';
  config.version++;
}
const sensitivity = (domain = 'shop.example') => palisade.named(domain)?.config.policyConfig.waf_sensitivity;

describe('Sites of a namespace', () => {
  it('are created, get their policy, and show their state', async () => {
    site('shop', { policyConfig: { waf_sensitivity: 'high' } });
    await start();
    await until('applied', () => conditionText('shop', 'Ready') === 'False NotVerified');
    expect(sensitivity()).toBe('high');
    expect(read('shop')).toMatchObject({
      metadata: { generation: 1 },
      status: { observedGeneration: 1, siteId: palisade.named('shop.example')!.id, version: 2 },
    });
    expect(conditionText('shop', 'Accepted')).toBe('True Applied');
    expect(conditionText('shop', 'Verified')).toBe('False NotPointing');
    palisade.named('shop.example')!.dns_verified = true;
    site('shop', { policyConfig: { waf_sensitivity: 'low' } });
    await until('applied anew', () => conditionText('shop', 'Ready') === 'True Serving');
    expect(sensitivity()).toBe('low');
    expect(read('shop')?.status).toMatchObject({ observedGeneration: 2, version: 3 });
    // What it has written itself is no change.
    const calls = palisade.calls.length;
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(palisade.calls).toHaveLength(calls);
  });

  it('take what a SitePolicy says, and their own settings before it', async () => {
    site('shop', {
      policyRef: { name: 'house' },
      policyConfig: { block_bots: false } as SiteSpec['policyConfig'],
    });
    await start();
    await until('missing', () => conditionText('shop', 'Accepted') === 'False PolicyMissing');
    kube.put(POLICIES, { metadata: { name: 'house' }, spec: { policyConfig: { waf_sensitivity: 'high' } } });
    site('shop', { policyRef: { name: 'house' } });
    await until('applied', () => sensitivity() === 'high');
    kube.put(POLICIES, { metadata: { name: 'house' }, spec: { policyConfig: { waf_sensitivity: 'low' } } });
    await until('applied anew', () => sensitivity() === 'low');
  });

  it.each([
    [
      'a setting that there is none of',
      { policyConfig: { no_such: 1 } as unknown as SiteSpec['policyConfig'] },
      'Invalid',
      /no_such|Unrecognized/,
    ],
    ['a Secret that is not there', { apiKeySecret: { name: 'other' } }, 'SecretMissing', /no Secret other/],
    ['a key that nobody knows', { apiKeySecret: { name: 'wrong' } }, 'Unauthorized', /Nobody knows/],
    ['a domain of somebody else', { domain: 'shop.taken' }, 'DomainTaken', /Somebody else/],
    ['no origin for a site that is not there', { origin: undefined }, 'SiteUnknown', /no site/],
  ] as const)('say what is wrong: %s', async (_, spec, reason, message) => {
    kube.put(SECRETS, { metadata: { name: 'wrong' }, data: { apiKey: Buffer.from('x').toString('base64') } });
    site('shop', spec as Partial<SiteSpec>);
    await start();
    await until('told', () => conditionText('shop', 'Accepted') === `False ${reason}`);
    expect(messageOf('shop')).toMatch(message);
    expect(conditionText('shop', 'Ready')).toBe('False NotAccepted');
    expect(palisade.sites.size).toBe(0);
  });

  it('correct what others have changed, or report it', async () => {
    site('shop', { policyConfig: { waf_sensitivity: 'high' } });
    site('blog', { policyConfig: { waf_sensitivity: 'high' }, drift: 'Report' });
    await start();
    await until(
      'applied',
      () => conditionText('shop', 'Ready') !== '' && conditionText('blog', 'Ready') !== '',
    );
    for (const domain of ['shop.example', 'blog.example']) changedByOthers(domain);
    kube.compact();
    for (const name of ['shop', 'blog']) lookAt(name);
    await until('corrected', () => sensitivity() === 'high');
    await until('reported', () => conditionText('blog', 'Ready') === 'False Drifted');
    await until('noted', () => read('shop')?.status?.driftCorrectedAt !== undefined);
    expect(sensitivity('blog.example')).toBe('low');
  });

  describe.each(['Report', 'Correct'] as const)('with drift: %s', (drift) => {
    const high = { spec: { policyConfig: { waf_sensitivity: 'high' } } } as const;

    it('take a changed SitePolicy for no drift', async () => {
      kube.put(POLICIES, { metadata: { name: 'house' }, ...high });
      site('shop', { policyRef: { name: 'house' }, drift });
      await start();
      await until('applied', () => read('shop')?.status?.appliedPolicy?.generation === 1);
      kube.put(POLICIES, {
        metadata: { name: 'house' },
        spec: { policyConfig: { waf_sensitivity: 'medium' } },
      });
      await until('applied anew', () => read('shop')?.status?.appliedPolicy?.generation === 2);
      kube.delete(POLICIES, 'house');
      await until('missing', () => conditionText('shop', 'Accepted') === 'False PolicyMissing');
      kube.put(POLICIES, { metadata: { name: 'house' }, ...high });
      await until('another of that name', () => sensitivity() === 'high');
      await until('told', () => conditionText('shop', 'Ready') === 'False NotVerified');
      expect(read('shop')?.status).toMatchObject({
        appliedPolicy: { uid: kube.read<SiteObject>(POLICIES, 'house')!.metadata.uid, generation: 1 },
      });
      expect(read('shop')?.status?.driftCorrectedAt).toBeUndefined();
    });

    it.each([
      ['waited for its Secret', { apiKeySecret: { name: 'other' } }, 'SecretMissing'],
      ['was refused', { apiKeySecret: { name: 'wrong' } }, 'Unauthorized'],
    ] as const)('take a change that %s for no drift', async (_, spec, reason) => {
      const keyOf = (name: string, key: string) =>
        kube.put(SECRETS, { metadata: { name }, data: { apiKey: Buffer.from(key).toString('base64') } });
      keyOf('wrong', 'x');
      site('shop', { ...high.spec, drift });
      await start();
      await until('applied', () => sensitivity() === 'high' && conditionText('shop', 'Accepted') !== '');
      site('shop', { policyConfig: { waf_sensitivity: 'medium' }, drift, ...spec });
      await until('told', () => conditionText('shop', 'Accepted') === `False ${reason}`);
      expect(read('shop')?.status).toMatchObject({ observedGeneration: 2, appliedGeneration: 1 });
      keyOf(spec.apiKeySecret.name, API_KEY);
      lookAt('shop');
      await until('applied anew', () => read('shop')?.status?.appliedGeneration === 2);
      expect(sensitivity()).toBe('medium');
      expect(conditionText('shop', 'Ready')).toBe('False NotVerified');
      expect(read('shop')?.status?.driftCorrectedAt).toBeUndefined();
    });
  });

  it('stay when their object goes, unless it says otherwise', async () => {
    site('shop');
    site('blog', { deletion: 'Delete' });
    await start();
    await until(
      'applied',
      () => conditionText('shop', 'Accepted') !== '' && conditionText('blog', 'Accepted') !== '',
    );
    expect([read('shop')?.metadata.finalizers ?? [], read('blog')?.metadata.finalizers]).toEqual([
      [],
      [FINALIZER],
    ]);
    kube.delete(SITES, 'shop');
    kube.delete(SITES, 'blog');
    await until('gone', () => read('shop') === undefined && read('blog') === undefined);
    expect([...palisade.sites.values()].map(({ domain_name }) => domain_name)).toEqual(['shop.example']);
  });

  it('wait where another has their domain, until that is gone', async () => {
    site('first', { domain: 'shop.example', policyConfig: { waf_sensitivity: 'high' } });
    site('shop', { policyConfig: { waf_sensitivity: 'low' } });
    await start();
    await until(
      'told',
      () =>
        conditionText('shop', 'Accepted') === 'False DomainTaken' &&
        conditionText('first', 'Accepted') === 'True Applied',
    );
    expect(sensitivity()).toBe('high');
    kube.delete(SITES, 'first');
    await until('taken over', () => conditionText('shop', 'Accepted') === 'True Applied');
    expect(sensitivity()).toBe('low');
  });

  it.each(['Shop.example', 'shop.example.', 'SHOP.EXAMPLE', 'ｓｈｏｐ.example'])(
    'wait where another has their domain that they spell %s, and leave it to that when they are deleted',
    async (domain) => {
      site('shop', { policyConfig: { waf_sensitivity: 'high' } });
      site('other', { domain, deletion: 'Delete', policyConfig: { waf_sensitivity: 'low' } });
      await start();
      await until(
        'told',
        () =>
          conditionText('other', 'Accepted') === 'False DomainTaken' &&
          conditionText('shop', 'Accepted') === 'True Applied',
      );
      expect(sensitivity()).toBe('high');
      kube.delete(SITES, 'other');
      await until('gone', () => read('other') === undefined);
      expect(palisade.calls.filter((call) => call.startsWith('DELETE'))).toEqual([]);
    },
  );

  it('are refused where they name the site by its id', async () => {
    const { id } = palisade.add('shop.example');
    site('shop', { domain: id, policyConfig: { waf_sensitivity: 'low' } });
    await start();
    await until('refused', () => conditionText('shop', 'Accepted') === 'False Invalid');
    expect(palisade.calls).toEqual([]);
  });

  it('leave their site to another of its domain when they are deleted', async () => {
    site('first', { domain: 'shop.example', deletion: 'Delete' });
    site('shop', { policyConfig: { waf_sensitivity: 'low' } });
    await start();
    await until(
      'told',
      () =>
        conditionText('shop', 'Accepted') === 'False DomainTaken' &&
        conditionText('first', 'Accepted') === 'True Applied',
    );
    const { id } = palisade.named('shop.example')!;
    kube.delete(SITES, 'first');
    await until('taken over', () => conditionText('shop', 'Accepted') === 'True Applied');
    expect([read('first'), read('shop')?.status?.siteId]).toEqual([undefined, id]);
    expect(palisade.calls.filter((call) => call.startsWith('DELETE'))).toEqual([]);
  });

  it.each<[string, Partial<SiteSpec>]>([
    ['has the key of another account', { apiKeySecret: { name: 'others' } }],
    ['says what is no policy', { policyConfig: { no_such: 1 } as unknown as SiteSpec['policyConfig'] }],
  ])('go at Palisade also where another that names their domain %s', async (_, spec) => {
    kube.put(SECRETS, { metadata: { name: 'others' }, data: { apiKey: btoa(OTHERS_KEY) } });
    site('first', { domain: 'shop.example', deletion: 'Delete' });
    site('shop', spec);
    await start();
    await until(
      'told',
      () =>
        conditionText('shop', 'Accepted') === 'False DomainTaken' &&
        conditionText('first', 'Accepted') === 'True Applied',
    );
    kube.delete(SITES, 'first');
    await until('gone', () => read('first') === undefined);
    expect(palisade.sites.size).toBe(0);
  });

  it('wait for the Secret of another of their domain when they are deleted, and say so', async () => {
    site('first', { domain: 'shop.example', deletion: 'Delete' });
    await start();
    await until('applied', () => conditionText('first', 'Accepted') === 'True Applied');
    const { id } = palisade.named('shop.example')!;
    // As a Site that is renamed, whose Secret another controller brings some seconds later.
    site('shop', { apiKeySecret: { name: 'soon' } });
    kube.delete(SITES, 'first');
    await until('told', () => conditionText('first', 'Deleting') === 'Unknown Waiting');
    expect(read('first')?.metadata.finalizers).toEqual([FINALIZER]);
    kube.put(SECRETS, { metadata: { name: 'soon' }, data: { apiKey: btoa(API_KEY) } });
    // As half a minute later.
    site('first', { domain: 'shop.example', deletion: 'Delete', drift: 'Report' });
    await until('taken over', () => conditionText('shop', 'Accepted') === 'True Applied');
    expect(read('shop')?.status?.siteId).toBe(id);
    expect(palisade.calls.filter((call) => call.startsWith('DELETE'))).toEqual([]);
  });

  it('that wait when they are deleted are let go by deletion: Retain', async () => {
    site('shop', { deletion: 'Delete' });
    await start();
    await until('applied', () => conditionText('shop', 'Accepted') === 'True Applied');
    site('other', { domain: 'shop.example', policyRef: { name: 'nowhere' } });
    kube.delete(SITES, 'shop');
    await until('told', () => conditionText('shop', 'Deleting') === 'Unknown Waiting');
    site('shop', { deletion: 'Retain' });
    await until('gone', () => read('shop') === undefined);
    expect(palisade.sites.size).toBe(1);
  });

  it.each([
    ['the definition of Sites', DEFINITIONS, SITES_DEFINITION],
    ['their namespace', NAMESPACES, NAMESPACE],
  ])('stay at Palisade where %s is deleted, and all Sites with it', async (_, collection, holder) => {
    for (const name of ['shop', 'blog']) site(name, { deletion: 'Delete' });
    await start();
    await until('applied', () =>
      ['shop', 'blog'].every((name) => conditionText(name, 'Accepted') === 'True Applied'),
    );
    kube.delete(collection, holder);
    for (const name of ['shop', 'blog']) kube.delete(SITES, name);
    await until('gone', () => read('shop') === undefined && read('blog') === undefined);
    expect(palisade.sites.size).toBe(2);
  });

  it('go at Palisade where every object of their domain is deleted', async () => {
    site('first', { domain: 'shop.example', deletion: 'Delete' });
    site('shop', { deletion: 'Delete' });
    await start();
    await until(
      'told',
      () =>
        conditionText('shop', 'Accepted') === 'False DomainTaken' &&
        conditionText('first', 'Accepted') === 'True Applied',
    );
    kube.delete(SITES, 'shop');
    kube.delete(SITES, 'first');
    await until('gone', () => read('first') === undefined && read('shop') === undefined);
    expect(palisade.sites.size).toBe(0);
  });

  it('are noticed when they were deleted and recreated while there was no watch', async () => {
    site('shop', { origin: undefined, policyConfig: { no_such: 1 } as unknown as SiteSpec['policyConfig'] });
    await start();
    await until('refused', () => conditionText('shop', 'Accepted') === 'False Invalid');
    kube.endWatches();
    kube.delete(SITES, 'shop');
    site('shop');
    kube.compact();
    await until('applied', () => conditionText('shop', 'Accepted') === 'True Applied');
  });

  it.each([
    [
      'Palisade',
      'does not answer',
      (): void => {
        palisade.isHung = true;
      },
      (): number => palisade.calls.length,
    ],
    [
      'the API server',
      'does not take what is written',
      (): void => void kube.hung.push(`PUT ${SITES}`),
      (): number => kube.calls.filter((call) => call.startsWith('PUT')).length,
    ],
  ] as const)(
    'are left alone at once where the Lease is lost, also where %s %s',
    async (_, __, hangs, asked) => {
      hangs();
      for (const name of ['shop', 'blog']) site(name);
      await start();
      await until('asked', () => asked() === 2);
      const begun = performance.now();
      lost.abort(new Error('the lease is another’s'));
      await running;
      expect(performance.now() - begun).toBeLessThan(1_000);
      const calls = () => [kube.calls.length, palisade.calls.length];
      const before = calls();
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect([calls(), conditionText('shop', 'Ready')]).toEqual([before, '']);
    },
  );

  it('are tried again where Palisade or the API server has no time, and say so meanwhile', async () => {
    palisade.unavailable = 2;
    kube.faults.push(
      { begins: `GET ${SITES}`, code: 500 },
      { begins: `PUT ${SITES}/shop/status`, code: 409 },
    );
    site('shop', { policyConfig: { waf_sensitivity: 'high' } });
    await start();
    await until('applied', () => conditionText('shop', 'Accepted') === 'True Applied');
    expect(sensitivity()).toBe('high');
  });

  it('are not reconciled repeatedly when they changed and the watch does not report it', async () => {
    const house = { metadata: { name: 'house' }, spec: { policyConfig: { waf_sensitivity: 'high' } } };
    kube.put(POLICIES, house);
    site('shop', { policyRef: { name: 'house' } });
    await start();
    await until('applied', () => conditionText('shop', 'Accepted') === 'True Applied');
    kube.silent.add(SITES);
    lookAt('shop');
    const writes = () => kube.calls.filter((call) => call.startsWith('PUT')).length;
    const before = writes();
    kube.put(POLICIES, { ...house, spec: { policyConfig: { waf_sensitivity: 'low' } } });
    await until('told', () => read('shop')?.status?.appliedPolicy?.generation === 2);
    // The one that was refused, and one with what the object is by then.
    expect(writes() - before).toBe(2);
    kube.put(POLICIES, { ...house, spec: { policyConfig: { waf_sensitivity: 'medium' } } });
    await until('told again', () => read('shop')?.status?.appliedPolicy?.generation === 3);
    // What it has written itself it knows without the watch.
    expect(writes() - before).toBe(3);
  });

  it('are reconciled with bounded concurrency, and none is lost when watches end and versions expire', async () => {
    for (let at = 0; at < 40; at++) site(`s${at}`, { policyConfig: { waf_sensitivity: 'high' } });
    await start();
    await until('begun', () => palisade.sites.size > 5);
    kube.compact();
    for (let at = 40; at < 60; at++) site(`s${at}`, { policyConfig: { waf_sensitivity: 'high' } });
    kube.bookmark();
    kube.endWatches();
    await until('all applied', () =>
      Array.from({ length: 60 }, (_, at) => conditionText(`s${at}`, 'Accepted')).every(
        (it) => it === 'True Applied',
      ),
    );
    expect(palisade.busy.most).toBeLessThanOrEqual(CONCURRENCY);
    expect(palisade.sites.size).toBe(60);
  });

  it('that were deleted while there was no watch are released', async () => {
    site('shop');
    await start();
    await until('applied', () => conditionText('shop', 'Accepted') !== '');
    kube.delete(SITES, 'shop');
    kube.compact();
    site('blog');
    await until('the other', () => conditionText('blog', 'Accepted') === 'True Applied');
  });
});
