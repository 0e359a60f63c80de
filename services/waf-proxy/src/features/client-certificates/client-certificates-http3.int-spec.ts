import { create, toBinary } from '@bufbuild/protobuf';
import { edgeV1 } from '@palisade/contracts';
import { sampleSite } from '@palisade/edge-state';
import { identity } from '../../test-support/client-authority.ts';
import {
  type Http3Edge,
  http3Programs,
  siteCertificate,
  startHttp3Edge,
} from '../../test-support/http3-edge.ts';
import { type RecordingOrigin, startRecordingOrigin } from '../../test-support/recording-origin.ts';

const { OPTIONAL, REQUIRED } = edgeV1.ClientCertificateMode;
const programs = await http3Programs();
const describeHttp3 = (title: string, tests: () => void) =>
  programs === null ? describe.skip(`${title} [skipped: no Go]`, tests) : describe(title, tests);

/** The HTTP/3 front requests no client certificates, so it must not serve sites that require them. */
describeHttp3('a site that asks for client certificates', () => {
  let origin: RecordingOrigin;
  let http3: Http3Edge;
  let authority: string;

  beforeAll(async () => {
    origin = await startRecordingOrigin();
    http3 = await startHttp3Edge(programs!, origin.port);
    ({ cert: authority } = await identity('Devices', { isAuthority: true }));
  });
  afterAll(async () => {
    await http3.stop();
    await origin.close();
  });
  beforeEach(() => {
    http3.edge.configure(() => undefined);
    http3.edge.records.length = 0;
    origin.requests.length = 0;
  });

  const ask = (mode: edgeV1.ClientCertificateMode) =>
    http3.edge.configure((config) => {
      config.delivery!.clientCertificates = create(edgeV1.ClientCertificatesSchema, {
        mode,
        authorities: [authority],
      });
    });

  it.each([
    ['required', REQUIRED],
    ['optional', OPTIONAL],
  ])('begins no connection over HTTP/3: %s', async (_what, mode) => {
    ask(mode);
    const refused = http3.edge.worker.edge.counters.handshakesRefused;
    expect((await http3.client.ask({})).error).toMatch(/CRYPTO_ERROR/);
    expect(http3.edge.worker.edge.counters.handshakesRefused).toBe(refused + 1);
    expect(origin.requests).toEqual([]);
  });

  it.each([
    ['required', REQUIRED],
    ['optional', OPTIONAL],
  ])('answers no more on connections that were there before: %s', async (what, mode) => {
    expect(await http3.client.ask({ connection: what })).toMatchObject({ status: 200 });
    origin.requests.length = 0;
    ask(mode);
    expect(await http3.client.ask({ connection: what })).toMatchObject({ status: 421 });
    expect(http3.edge.records.at(-1)!.reason).toBe('client_certificate:outdated');
    expect(origin.requests).toEqual([]);
  });

  it('takes up no session of before', async () => {
    while (!(await http3.client.ask({ keepsSession: true })).resumed);
    origin.requests.length = 0;
    ask(REQUIRED);
    const { status } = await http3.client.ask({ keepsSession: true });
    expect([0, 421]).toContain(status);
    expect(origin.requests).toEqual([]);
  });

  it('is reached by no connection to another site', async () => {
    const other = sampleSite({ version: 1n });
    other.siteId = 'site-2';
    other.hosts = ['open.example'];
    other.origin!.port = origin.port;
    other.tls = await siteCertificate('open.example', { siteId: 'site-2' });
    http3.edge.worker.applyDocument(toBinary(edgeV1.SiteConfigSchema, other));
    ask(REQUIRED);
    const { status, error } = await http3.client.ask({
      serverName: 'open.example',
      authority: 'shop.example',
    });
    expect(error ?? '').toBe('');
    expect(status).toBe(421);
    expect(origin.requests).toEqual([]);
  });
});
