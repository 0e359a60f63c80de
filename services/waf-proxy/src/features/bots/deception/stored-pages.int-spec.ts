import { create } from '@bufbuild/protobuf';
import { edgeV1 } from '@palisade/contracts';
import { type CachingEdge, caching, response, stopCaching } from '../../../test-support/caching-edge.ts';
import { eventually } from '../../../test-support/raw-client.ts';

const PAGE = '<!doctype html><title>Shop</title><body><p>Text</body></html>';
const DOCUMENT = 'Sec-Fetch-Dest: document';
const PART = 'Sec-Fetch-Dest: empty';
const LINK = /rel=nofollow/;

afterEach(stopCaching);

const cachingPages = (control: string): Promise<CachingEdge> =>
  caching(
    () => response(PAGE, 'Content-Type: text/html', `Cache-Control: ${control}`),
    (config) => {
      config.policy!.mode = edgeV1.EngineMode.ON;
      config.policy!.deception = create(edgeV1.DeceptionSchema, {
        action: edgeV1.DeceptionAction.LOG,
        minutes: 60,
      });
    },
  );

describe('stored pages', () => {
  it.each([
    ['a part of one was asked for before', [PART, DOCUMENT]],
    ['it was asked for as a page before', [DOCUMENT, PART]],
  ])('have a hidden link for who sees them alone, also where %s', async (_what, order) => {
    const { get, origin } = await cachingPages('max-age=60');
    for (const destination of [...order, ...order])
      expect([destination, LINK.test((await get('/', destination)).body)]).toEqual([
        destination,
        destination === DOCUMENT,
      ]);
    expect(origin.requests).toHaveLength(2);
  });

  it('keep their hidden link where they are fetched anew behind an answer', async () => {
    const { get, origin, edge } = await cachingPages('max-age=0, stale-while-revalidate=60');
    for (let asked = 1; asked < 4; asked++) {
      expect((await get('/', DOCUMENT)).body).toMatch(LINK);
      await eventually(() => origin.requests.length >= asked);
      await eventually(() => edge.worker.edge.pools.cacheRefreshes.state.used === 0);
    }
  });
});
