import { create } from '@bufbuild/protobuf';
import { edgeV1 } from '@palisade/contracts';
import { startTestDns } from '@palisade/testing';
import { EdgeAction } from '../../request/verdict.ts';
import { type EdgeHarness, startEdge } from '../../test-support/edge-harness.ts';
import { sendRaw } from '../../test-support/raw-client.ts';
import { type RecordingOrigin, startRecordingOrigin } from '../../test-support/recording-origin.ts';
import { systemLookup } from './bot-verifier.ts';

const GPTBOT =
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.3; +https://openai.com/gptbot)';
const AHREFS = 'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)';
const UPTIME = 'Mozilla/5.0 (compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)';

const { BLOCK, CHALLENGE, SLOW } = edgeV1.CrawlerAction;

let answer = { status: 200, type: 'text/plain', body: 'ok', headers: [] as string[] };
let origin: RecordingOrigin;
let edge: EdgeHarness;
let dns: Awaited<ReturnType<typeof startTestDns>>;

beforeAll(async () => {
  origin = await startRecordingOrigin(({ head }) => {
    const { status, type, body, headers } = answer;
    const fields = [`Content-Type: ${type}`, `Content-Length: ${body.length}`, ...headers].join('\r\n');
    return `HTTP/1.1 ${status} x\r\n${fields}\r\n\r\n${head.startsWith('HEAD') ? '' : body}`;
  });
  dns = await startTestDns([
    { name: '10.2.0.192.in-addr.arpa', type: 'PTR', value: 'crawl.ahrefs.com' },
    { name: 'crawl.ahrefs.com', type: 'A', value: '192.0.2.10' },
  ]);
});
afterAll(async () => {
  await dns?.dispose();
  await origin?.close();
});
afterEach(() => edge?.stop());

const start = async (crawlers: Parameters<typeof create<typeof edgeV1.CrawlerPolicySchema>>[1]) => {
  edge = await startEdge(
    origin.port,
    { trustedProxies: ['127.0.0.1'], protection: { lookup: systemLookup([dns.address]) } },
    (config) => {
      config.policy!.crawlers = create(edgeV1.CrawlerPolicySchema, crawlers);
    },
  );
};

const visit = (userAgent: string, { target = '/', client = '203.0.113.7', method = 'GET', more = '' } = {}) =>
  sendRaw(
    edge.port,
    `${method} ${target} HTTP/1.1\r\nHost: shop.example\r\nX-Forwarded-For: ${client}\r\nUser-Agent: ${userAgent}\r\n${more}Connection: close\r\n\r\n`,
    5_000,
  );
const record = () => edge.records.at(-1)!;

it('one switch refuses AI crawlers, and nobody else', async () => {
  await start({ blockAi: true, aiTraining: edgeV1.CrawlerAction.ALLOW });
  const refused = await visit(GPTBOT);
  expect([refused.status, refused.headers['content-type']]).toEqual([403, 'application/problem+json']);
  expect(record()).toMatchObject({ action: EdgeAction.BOT, reason: 'crawler:ai_training:openai:claimed' });
  expect(edge.worker.counters.crawlersRefused).toBe(1);
  expect((await visit(AHREFS)).status).toBe(200);
  expect((await visit('Mozilla/5.0 (X11; Linux x86_64) Firefox/143.0')).status).toBe(200);
});

it('a kind is refused, whoever is genuine, and who only claims a name that can be verified is a fake', async () => {
  await start({ seo: BLOCK });
  expect((await visit(AHREFS, { client: '192.0.2.10' })).status).toBe(403);
  expect(record().reason).toBe('crawler:seo:ahrefs:verified');
  expect((await visit(AHREFS)).status).toBe(403);
  expect(record()).toMatchObject({ action: EdgeAction.BOT, reason: 'bot:impostor:ahrefs' });
});

it('a kind is challenged: programs are refused, and the paths of the challenge are there', async () => {
  await start({ monitor: CHALLENGE });
  expect((await visit(UPTIME)).status).toBe(403);
  expect((await visit(UPTIME, { more: 'Accept: text/html\r\n' })).headers['content-type']).toContain(
    'text/html',
  );
  expect(record()).toMatchObject({
    action: EdgeAction.CHALLENGE,
    reason: 'crawler:monitor:uptimerobot:claimed',
  });
  expect((await visit(UPTIME, { target: '/.palisade/challenge.js' })).status).toBe(200);
});

it('a kind is slowed down and told when to come again; who passes is told apart in the log', async () => {
  await start({ monitor: SLOW });
  for (let asked = 0; asked < 10; asked++) expect((await visit(UPTIME)).status).toBe(200);
  expect(record()).toMatchObject({
    action: EdgeAction.ALLOW,
    reason: 'crawler:monitor:uptimerobot:claimed',
  });
  const slowed = await visit(UPTIME);
  expect(slowed.status).toBe(429);
  expect(Number(slowed.headers['retry-after'])).toBeGreaterThan(0);
});

it('only notes what it would do in log-only mode, and leaves allowed addresses alone', async () => {
  await start({ blockAi: true });
  edge.configure((config) => {
    config.policy!.mode = edgeV1.EngineMode.DETECTION_ONLY;
  });
  expect((await visit(GPTBOT)).status).toBe(200);
  expect(record()).toMatchObject({ action: EdgeAction.LOG_ONLY });
  edge.configure((config) => {
    config.policy!.allowedIps = ['203.0.113.0/24'];
  });
  expect((await visit(GPTBOT)).status).toBe(200);
});

describe('robots.txt', () => {
  const RULES = /^User-agent: GPTBot\n(?:User-agent: .+\n)*Disallow: \/\n/;
  beforeEach(async () => {
    answer = { status: 200, type: 'text/plain', body: 'User-agent: *\nAllow: /\n', headers: ['ETag: "1"'] };
    await start({ blockAi: true, robotsRules: true });
  });

  it('says what the policy says, then what the origin has, to those whom it shuts out, too', async () => {
    const { status, body, headers } = await visit(GPTBOT, {
      target: '/robots.txt',
      more: 'If-None-Match: "1"\r\n',
    });
    expect(status).toBe(200);
    expect(body).toMatch(RULES);
    expect(body).toContain('User-agent: Google-Extended\n');
    expect(body.endsWith('\nUser-agent: *\nAllow: /\n')).toBe(true);
    expect(headers.etag).toBeUndefined();
    expect(Number(headers['content-length'])).toBe(body.length);
  });

  it('is there where the origin has none', async () => {
    answer = { status: 404, type: 'text/plain', body: 'no', headers: [] };
    const { status, body } = await visit(UPTIME, { target: '/robots.txt' });
    expect(status).toBe(200);
    expect(body).toMatch(RULES);
    expect(body).not.toContain('no');
  });

  it('has no page in it, where the origin answers every path with one', async () => {
    answer = { status: 200, type: 'text/html; charset=utf-8', body: '<!doctype html>', headers: [] };
    const { headers, body } = await visit(UPTIME, { target: '/robots.txt' });
    expect(headers['content-type']).toContain('text/plain');
    expect(body).toMatch(RULES);
    expect(body).not.toContain('<');
  });

  it('is left as it is where the origin fails, sends on, or codes it all the same', async () => {
    answer = { status: 503, type: 'text/plain', body: 'later', headers: [] };
    expect(await visit(UPTIME, { target: '/robots.txt' })).toMatchObject({ status: 503, body: 'later' });
    answer = { status: 200, type: 'text/plain', body: 'coded', headers: ['Content-Encoding: br'] };
    expect((await visit(UPTIME, { target: '/robots.txt' })).body).toBe('coded');
  });

  it('answers HEAD with the length that GET would have', async () => {
    const get = await visit(UPTIME, { target: '/robots.txt' });
    const head = await visit(UPTIME, { target: '/robots.txt', method: 'HEAD' });
    expect(head.headers['content-length']).toBe(get.headers['content-length']);
    expect(head.body).toBe('');
  });
});
