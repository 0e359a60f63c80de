import { toBinary } from '@bufbuild/protobuf';
import { edgeV1 } from '@palisade/contracts';
import { sampleSite } from '@palisade/edge-state';
import { type EdgeHarness, startEdge } from '../../test-support/edge-harness.ts';
import { sendRaw } from '../../test-support/raw-client.ts';
import { type RecordingOrigin, startRecordingOrigin } from '../../test-support/recording-origin.ts';

const TIMEOUT_MS = 10_000;
const COMPILED = 2;
const SITES = 8;

/** A worker that keeps two sites compiled and serves more. */
describe('sites that are not kept compiled', () => {
  let origin: RecordingOrigin;
  let edge: EdgeHarness;

  beforeEach(async () => {
    origin = await startRecordingOrigin(() => 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
    edge = await startEdge(origin.port, { compiledSites: COMPILED });
    for (let index = 0; index < SITES; index++) apply(`cold-${index}`);
  });
  afterEach(async () => {
    await edge.stop();
    await origin.close();
  });

  function apply(
    siteId: string,
    version = 1n,
    change: (config: edgeV1.SiteConfig) => void = () => undefined,
  ) {
    const config = sampleSite({ siteId, version, hosts: [`${siteId}.example`] });
    config.origin!.port = origin.port;
    change(config);
    edge.worker.applyDocument(toBinary(edgeV1.SiteConfigSchema, config));
  }

  const statusOf = async (siteId: string): Promise<number> =>
    (
      await sendRaw(
        edge.port,
        `GET / HTTP/1.1\r\nHost: ${siteId}.example\r\nConnection: close\r\n\r\n`,
        TIMEOUT_MS,
      )
    ).status;

  it('answer like others, in any order, while no more are compiled', async () => {
    for (const index of [0, 7, 3, 3, 5, 0, 7, 1, 6, 2, 4])
      expect([index, await statusOf(`cold-${index}`)]).toEqual([index, 200]);
    expect(edge.worker.sites.size).toBe(SITES + 1);
    expect(edge.worker.sites.compiledCount).toBe(COMPILED);
    expect(edge.faults).toEqual([]);
  });

  it('follow their documents, and no older one', async () => {
    const blocks = (config: edgeV1.SiteConfig) => {
      config.policy!.blockedIps = ['127.0.0.0/8'];
    };
    apply('cold-6', 3n, blocks);
    for (const index of [0, 1, 2]) await statusOf(`cold-${index}`);
    expect(await statusOf('cold-6')).toBe(403);
    apply('cold-6', 2n);
    expect(await statusOf('cold-6')).toBe(403);
    apply('cold-6', 4n, (config) => {
      config.removed = true;
    });
    expect(await statusOf('cold-6')).toBe(421);
    expect(await statusOf('cold-5')).toBe(200);
  });

  it('have their lists asked for before their first request', () => {
    apply('listed', 1n, (config) => {
      config.policy!.blockedLists = ['wall'];
    });
    expect(edge.worker.lists.missing).toBe(1);
  });
});
