import { ApiServer } from '../test-support/api-server.ts';
import { KubeClient } from './client.ts';
import { FollowedList } from './followed-list.ts';

const PATH = '/apis/palisade.internal/v1alpha1/namespaces/palisade/sites';

describe('a followed list', () => {
  let server: ApiServer;
  const stopping = new AbortController();
  afterEach(() => server.stop());

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
    const running = list.run(stopping.signal);
    await new Promise((resolve) => setTimeout(resolve, 500));
    const watches = () => server.calls.filter((call) => call.includes('watch=1')).length;
    expect(watches()).toBe(1);
    server.put(PATH, { metadata: { name: 'shop' } });
    server.endsWatches = false;
    while (seen.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    stopping.abort();
    await running;
    expect([seen, troubles, watches()]).toEqual([['shop'], [], 2]);
  });
});
