import { create } from '@bufbuild/protobuf';
import { edgeV1 } from '@palisade/contracts';
import { EdgeAction } from '../../request/verdict.ts';
import { type EdgeHarness, startEdge } from '../../test-support/edge-harness.ts';
import { sendRaw } from '../../test-support/raw-client.ts';
import { type RecordingOrigin, startRecordingOrigin } from '../../test-support/recording-origin.ts';

const { BLOCK, CHALLENGE, ERROR, MAINTENANCE } = edgeV1.PageKind;
const BROWSER = 'Accept: text/html,*/*;q=0.8\r\n';

let origin: RecordingOrigin;
let edge: EdgeHarness;
beforeAll(async () => {
  origin = await startRecordingOrigin();
  const page = (kind: edgeV1.PageKind, language: string, html: string) =>
    create(edgeV1.OwnPageSchema, { kind, language, html });
  edge = await startEdge(origin.port, { trustedProxies: ['127.0.0.1'] }, (config) => {
    config.policy!.blockedIps = ['192.0.2.66'];
    config.policy!.ownPages = [
      page(MAINTENANCE, 'en', '<h1>Back soon</h1><p>{{site}} {{request_id}} {{status}} {{unknown}}</p>'),
      page(MAINTENANCE, 'de', '<h1>Gleich zurück</h1>'),
      page(BLOCK, 'en', '<h1>Not for you</h1><p>{{request_id}}</p>{{challenge}}'),
      page(ERROR, 'en', '<h1>Our server is away</h1>'),
      page(CHALLENGE, 'en', '<style>h1 { color: teal }</style><h1>One moment</h1>{{challenge}}'),
    ];
  });
});
afterAll(async () => {
  await edge?.stop();
  await origin?.close();
});

const visit = (more = BROWSER, client = '203.0.113.7', target = '/') =>
  sendRaw(
    edge.port,
    `GET ${target} HTTP/1.1\r\nHost: shop.example\r\nX-Forwarded-For: ${client}\r\n${more}Connection: close\r\n\r\n`,
    5_000,
  );
const closed = (config: edgeV1.SiteConfig) => {
  config.policy!.maintenance = create(edgeV1.MaintenanceSchema, {
    enabled: true,
    allowedIps: ['198.51.100.0/24'],
    retryAfterSeconds: 1_800,
  });
};

describe('a site in maintenance', () => {
  beforeAll(() => edge.configure(closed));

  it('tells everybody when to come again, in the owner’s words, and reaches no origin', async () => {
    const answer = await visit();
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '1800']);
    const record = edge.records.at(-1)!;
    expect(record).toMatchObject({ action: EdgeAction.ALLOW, reason: 'maintenance', originStatus: 0 });
    expect(answer.body).toContain('<html lang="en">');
    expect(answer.body).toContain(`<p>shop.example ${record.requestId} 503 {{unknown}}</p>`);
    expect(origin.requests).toEqual([]);
  });

  it('under a policy that runs no script and loads nothing', async () => {
    const policy = (await visit()).headers['content-security-policy']!;
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain('sandbox');
    expect(policy).not.toContain('script');
  });

  it('in the language that the visitor asks for, and as a problem for programs', async () => {
    expect((await visit(`${BROWSER}Accept-Language: de-AT,en;q=0.5\r\n`)).body).toContain('Gleich');
    const problem = await visit('Accept: application/json\r\n');
    expect(problem.headers['content-type']).toBe('application/problem+json');
    expect(JSON.parse(problem.body)).toMatchObject({ status: 503, title: 'The site is being worked on' });
  });

  it('lets in whom the owner has named', async () => {
    expect((await visit(BROWSER, '198.51.100.9')).status).toBe(200);
  });
});

it('shows the owner’s page to who is blocked and where the origin fails; no challenge stands in those', async () => {
  edge.configure(() => undefined);
  const blocked = await visit(BROWSER, '192.0.2.66');
  expect(blocked.status).toBe(403);
  expect(blocked.body).toContain(`<h1>Not for you</h1><p>${edge.records.at(-1)!.requestId}</p>\n</body>`);
  edge.configure((config) => {
    config.origin!.port = 1;
  });
  expect((await visit()).body).toContain('Our server is away');
});

it('puts the challenge where the owner’s page wants it, with its own script alone', async () => {
  edge.configure((config) => {
    config.policy!.botProtection = true;
    config.policy!.bots = create(edgeV1.BotSettingsSchema, {
      challenge: edgeV1.ChallengeMode.ALL,
      clearanceSeconds: 600,
    });
  });
  const { status, body, headers } = await visit();
  expect(status).toBe(403);
  expect(body).toContain('<h1>One moment</h1><div data-repeatable="true">');
  expect(body).toContain('src="/.palisade/challenge.js"');
  expect(headers['content-security-policy']).toContain("script-src 'self';");
  expect(headers['content-security-policy']).toContain("style-src 'self' 'unsafe-inline'");
});
