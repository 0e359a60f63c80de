import { DAY_MS, HOUR_MS } from '@palisade/basics';
import { startHarness } from '../../test/harness.ts';

describe('live figures', () => {
  let harness: Awaited<ReturnType<typeof startHarness>>;
  beforeAll(async () => {
    harness = await startHarness();
  });
  afterAll(() => harness?.dispose());

  const ask = async () => {
    const answer = await harness.postAnonymously('/live-figures', {}, 'GET');
    expect(answer.status).toBe(200);
    return await answer.json();
  };

  it('are sums over all sites in thirty days, asked of the database once in a while', async () => {
    const hour = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
    const first = new Date(hour - 3 * DAY_MS);
    const add = async (siteNo: number, at: number, requests: number, blocked: number) =>
      await harness.database.query(
        `INSERT INTO traffic_hours (site_no, hour, requests, blocked, request_bytes, response_bytes,
           allowed_duration_us, origin_requests, origin_failures) VALUES ($1, $2, $3, $4, 0, 0, 0, 0, 0)`,
        [siteNo, new Date(at), requests, blocked],
      );
    await add(1, first.getTime(), 5_000, 300);
    await add(1, hour, 1_000, 20);
    await add(2, hour - DAY_MS, 4_321, 150);
    await add(3, hour, 700, 60);
    // Before the published period.
    await add(3, hour - 31 * DAY_MS, 90_000, 90_000);
    const answer = { figures: { since: first.toISOString(), sites: 3, requests: 11_000, blocked: 530 } };
    expect(await ask()).toEqual(answer);
    await add(2, hour, 50_000, 9_000);
    expect(await Promise.all([ask(), ask()])).toEqual([answer, answer]);
  });
});

it('are kept to itself by an installation that does not want to tell', async () => {
  const harness = await startHarness({ PALISADE_LOGS_PUBLIC_FIGURES: 'false' });
  try {
    const answer = await harness.postAnonymously('/live-figures', {}, 'GET');
    expect(await answer.json()).toEqual({ figures: null });
  } finally {
    await harness.dispose();
  }
});
