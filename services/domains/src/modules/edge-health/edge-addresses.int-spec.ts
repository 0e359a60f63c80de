import { NodeBoard, type NodeReport } from '@palisade/edge-state';
import { eventually } from '@palisade/testing';
import { type Harness, startHarness } from '../../test/harness.ts';

const report = (outboundAddresses: string[]): NodeReport => ({
  version: '1.2.3',
  startedAtMs: 0,
  workersListening: 1,
  workers: 1,
  sites: 0,
  configs: { comparedAtMs: 0, sequence: 0, sitesBehind: 0, refused: 0, lastRefusal: null },
  spool: { bytes: 0, segments: 0 },
  bans: 0,
  controlsVersion: null,
  candidateRolledBack: false,
  draining: false,
  ruleReleases: [],
  helpers: null,
  outboundAddresses,
  keys: null,
  cpuPercent: 0,
  memoryBytes: 0,
});

describe('the addresses that origins see the edge come from', () => {
  let h: Harness;
  let board: NodeBoard;
  beforeAll(async () => {
    h = await startHarness();
    board = new NodeBoard(h.edgeRedis);
  });
  afterAll(async () => {
    await h?.stop();
  });

  /** Anybody asks. */
  const ask = (path: string, known = '') =>
    h.call('GET', `/edge-addresses${path}`, null, undefined, { 'if-none-match': known });
  const answered = (path: string, status: number, known = '') =>
    eventually(`${status} for ${path}`, async () => {
      const answer = await ask(path, known);
      expect(answer.status).toBe(status);
      return answer;
    });

  it('are refused while nobody knows them, or a firewall would let nobody in', async () => {
    expect(await ask('/text')).toMatchObject({ status: 503, body: { code: 'edge_addresses_unknown' } });
  });

  it('are those that the nodes report, once each and in one order, for anybody', async () => {
    await board.report('edge-2', report(['203.0.113.10', '2001:db8::/64', 'nonsense']));
    await board.report('edge-1', report(['203.0.113.9', '203.0.113.10']));
    expect((await answered('', 200)).body).toEqual({
      ipv4: ['203.0.113.9', '203.0.113.10'],
      ipv6: ['2001:db8::/64'],
      complete: true,
    });
    expect(await ask('/text')).toMatchObject({
      type: 'text/plain; charset=utf-8',
      text: '203.0.113.9\n203.0.113.10\n2001:db8::/64\n',
    });
  });

  it('come once for each change', async () => {
    const etag = (await ask('')).headers.get('etag')!;
    const again = await ask('', `"x", W/${etag}`);
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag]);
    const textTag = (await ask('/text')).headers.get('etag')!;
    expect((await ask('/text', textTag)).status).toBe(304);
    await board.report('edge-3', report([]));
    expect((await answered('', 200, etag)).body).toMatchObject({
      ipv4: ['203.0.113.9', '203.0.113.10'],
      complete: false,
    });
    // What is listed has not changed.
    expect((await ask('/text', textTag)).status).toBe(304);
  });
});
