import { type DeletionDecision, decideDeletion } from './deletion.ts';
import { FINALIZER, pathOf, type SiteObject, type SiteSpec } from './kinds.ts';
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

let kube: ApiServer;
let palisade: Dashboard;
let fate: () => Promise<DeletionDecision>;
let siteId: string;

beforeEach(async () => {
  kube = new ApiServer();
  palisade = new Dashboard();
  const [access, dashboard] = await Promise.all([kube.start(), palisade.start()]);
  const client = new KubeClient(access);
  const around = { client, namespace: SPACE, dashboard, lost: new AbortController().signal };
  fate = () => decideDeletion(kube.read<SiteObject>(SITES, 'shop')!, around);
  siteId = palisade.add('shop.example').id;
  secret('key', API_KEY);
  secret('others', OTHERS_KEY);
});
afterEach(() => Promise.all([kube.stop(), palisade.stop()]));

const secret = (name: string, key: string) =>
  kube.put(SECRETS, { metadata: { name }, data: { apiKey: btoa(key) } });
const site = (name: string, spec: Partial<SiteSpec> = {}) =>
  kube.put(SITES, {
    metadata: { name, finalizers: [FINALIZER] },
    spec: { domain: 'shop.example', apiKeySecret: { name: 'key' }, deletion: 'Delete', ...spec },
  });
/** The one whose fate is asked, seen at Palisade and deleted. */
function deleted(spec: Partial<SiteSpec> = {}): void {
  site('shop', spec);
  kube.setStatus(SITES, 'shop', { siteId });
  kube.delete(SITES, 'shop');
}
const invalid = { policyConfig: { no_such: 1 } as unknown as SiteSpec['policyConfig'] };

describe('The site of a deleted object goes', () => {
  it.each<[string, () => unknown]>([
    ['has no other object', () => undefined],
    ['has another whose key is of another account', () => site('new', { apiKeySecret: { name: 'others' } })],
    ['has another that says what is no policy', () => site('new', invalid)],
    [
      'has others that are all deleted',
      () => {
        site('new');
        kube.delete(SITES, 'new');
      },
    ],
    ['has others that are of other sites', () => site('blog', { domain: 'blog.example' })],
  ])('where it %s', async (_, arrange) => {
    deleted();
    arrange();
    expect(await fate()).toEqual({ site: 'goes', siteId, apiKey: API_KEY });
  });
});

describe('The site of a deleted object waits', () => {
  it.each<[string, () => unknown, RegExp]>([
    [
      'whether another can go on with it, whose Secret is not there yet',
      () => site('new', { apiKeySecret: { name: 'soon' } }),
      /Site new .*no Secret soon/,
    ],
    [
      'whether another can go on with it, whose Secret may not be read',
      () => {
        site('new', { apiKeySecret: { name: 'others' } });
        kube.faults.push({ begins: `GET ${SECRETS}/others`, code: 403 });
      },
      /Site new .*no Secret others .*may be read/,
    ],
    [
      'whether another can go on with it, whose SitePolicy is not there yet',
      () => site('new', { policyRef: { name: 'house' } }),
      /Site new .*no SitePolicy house/,
    ],
    [
      'whether another can go on with it, whose key is refused',
      () => {
        secret('old', 'pk_ended');
        site('new', { apiKeySecret: { name: 'old' } });
      },
      /Site new .*Nobody knows/,
    ],
    [
      'whether another can go on with it, since Palisade does not answer',
      () => {
        site('new');
        palisade.unavailable = 1;
      },
      /Site new .*Later/,
    ],
    [
      'of one of two others whether it can go on with it, and the second cannot',
      () => {
        site('new', { apiKeySecret: { name: 'soon' } });
        site('newer', invalid);
      },
      /Site new /,
    ],
    [
      'whether it is the definition of Sites that was deleted',
      () => kube.faults.push({ begins: `GET ${DEFINITIONS}`, code: 403 }),
      /definition sites\.palisade\.internal/,
    ],
    [
      'whether it is the namespace that was deleted',
      () => kube.faults.push({ begins: `GET ${NAMESPACES}/${SPACE}`, code: 403 }),
      /namespace palisade/,
    ],
  ])('where it is not known %s', async (_, arrange, because) => {
    deleted();
    arrange();
    expect(await fate()).toEqual({ site: 'waits', because: expect.stringMatching(because) as string });
  });

  it('where its own key is gone', async () => {
    deleted({ apiKeySecret: { name: 'gone' } });
    expect(await fate()).toMatchObject({ site: 'waits', because: expect.stringMatching(/Retain/) as string });
  });
});

describe('The site of a deleted object stays', () => {
  it.each<[string, () => unknown]>([
    [
      'has another that can go on with it, after one of which that is not known',
      () => {
        site('new', { apiKeySecret: { name: 'soon' } });
        site('newer', { domain: 'SHOP.example.' });
      },
    ],
    [
      'has another whose SitePolicy has come',
      () => {
        site('new', { policyRef: { name: 'house' } });
        kube.put(POLICIES, { metadata: { name: 'house' }, spec: {} });
      },
    ],
    ['goes with its namespace', () => kube.delete(NAMESPACES, SPACE)],
    [
      'goes with a namespace that is gone by now',
      () => kube.faults.push({ begins: `GET ${NAMESPACES}/${SPACE}`, code: 404 }),
    ],
    ['goes with the definition of Sites', () => kube.delete(DEFINITIONS, SITES_DEFINITION)],
    [
      'goes with a definition of Sites that is gone by now',
      () => {
        kube.delete(DEFINITIONS, SITES_DEFINITION);
        kube.put(DEFINITIONS, { metadata: { name: SITES_DEFINITION, finalizers: [] } });
      },
    ],
  ])('where it %s', async (_, arrange) => {
    deleted();
    arrange();
    expect(await fate()).toMatchObject({ site: 'stays' });
  });

  it('where an older object has it, whatever that waits for', async () => {
    site('older', { apiKeySecret: { name: 'soon' } });
    deleted();
    expect(await fate()).toMatchObject({ site: 'stays' });
  });

  it('where its object says so', async () => {
    deleted({ deletion: 'Retain' });
    expect(await fate()).toMatchObject({ site: 'stays' });
  });

  it('where its object was never seen to be it', async () => {
    site('shop');
    kube.delete(SITES, 'shop');
    expect(await fate()).toMatchObject({ site: 'stays' });
  });
});

it('All pages of objects are read before a site goes', async () => {
  deleted();
  for (let at = 0; at < 1_200; at++) site(`s${at}`, { domain: `s${at}.example` });
  site('new');
  expect(await fate()).toEqual({ site: 'stays', because: 'new goes on with it' });
});
