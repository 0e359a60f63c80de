import { ApiServer } from '../test-support/api-server.ts';
import { KubeClient } from './client.ts';
import { FollowedList } from './followed-list.ts';

const PATH = '/apis/palisade.internal/v1alpha1/namespaces/palisade/sites';

describe('a followed list', () => {
  let server: ApiServer;
  let running: Promise<void>;
  const stopping = new AbortController();
  // A test that fails leaves nothing running, either.
  afterEach(async () => {
    stopping.abort();
    await running;
    await server.stop();
  });

  it('begins a watch that ends at once again after a pause, and misses nothing', async () => {
    server = new ApiServer();
    server.endsWatches = true;
    const client = new KubeClient(await server.start());
    const seen: string[] = [];
    const troubles: unknown[] = [];
    const list = new FollowedList(client, PATH, {
      onChange: (name) => seen.push(name),
      onTrouble: (error) => troubles.push(error),
    });
    running = list.run(stopping.signal);
    await new Promise((resolve) => setTimeout(resolve, 500));
    const watches = () => server.calls.filter((call) => call.includes('watch=1')).length;
    expect(watches()).toBe(1);
    server.put(PATH, { metadata: { name: 'shop' } });
    server.endsWatches = false;
    for (let tries = 0; seen.length === 0 && tries < 250; tries++)
      await new Promise((resolve) => setTimeout(resolve, 20));
    expect([seen, troubles, watches()]).toEqual([['shop'], [], 2]);
  });
});
