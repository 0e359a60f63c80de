import { edgeV1 } from '@palisade/contracts';
import { startTestDns } from '@palisade/testing';
import type { EdgeWorkerOptions } from '../../node/worker/edge-worker-options.ts';
import { EdgeAction } from '../../request/verdict.ts';
import { type EdgeHarness, startEdge } from '../../test-support/edge-harness.ts';
import { sendRaw } from '../../test-support/raw-client.ts';
import { type RecordingOrigin, startRecordingOrigin } from '../../test-support/recording-origin.ts';
import { ATTACK_THRESHOLDS } from '../ddos/site-load.ts';
import { systemLookup } from './bot-verifier.ts';

const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';
const BROWSER = [
  `User-Agent: ${CHROME}`,
  'Accept: text/html,application/xhtml+xml,*/*;q=0.8',
  'Accept-Language: en-GB,en;q=0.9',
  'Accept-Encoding: gzip, deflate, br',
];
const CURL = ['User-Agent: curl/8.14.1', 'Accept: */*'];
const GOOGLEBOT = [
  'User-Agent: Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Accept: text/html,*/*',
];

let origin: RecordingOrigin;
let edge: EdgeHarness;

beforeAll(async () => {
  origin = await startRecordingOrigin();
});
afterAll(() => origin.close());
afterEach(() => edge?.stop());

const start = async (
  change: (config: edgeV1.SiteConfig) => void,
  options: Partial<EdgeWorkerOptions> = {},
) => {
  edge = await startEdge(origin.port, { trustedProxies: ['127.0.0.1'], ...options }, change);
};

/** Bot protection on, with this mode. */
const bots =
  (challenge: edgeV1.ChallengeMode, apiPathPrefixes: string[] = []) =>
  (config: edgeV1.SiteConfig) => {
    config.policy!.botProtection = true;
    config.policy!.bots = {
      $typeName: 'palisade.edge.v1.BotSettings',
      challenge,
      clearanceSeconds: 600,
      apiPathPrefixes,
    };
  };

const send = (target: string, fields: string[], method = 'GET', client = '203.0.113.7') =>
  sendRaw(
    edge.port,
    `${method} ${target} HTTP/1.1\r\nHost: shop.example\r\nX-Forwarded-For: ${client}\r\n${fields.join('\r\n')}\r\nConnection: close\r\n\r\n`,
    2_000,
  );

const lastRecord = () => edge.records.at(-1)!;

describe('a site that challenges who looks automated', () => {
  beforeEach(() => start(bots(edgeV1.ChallengeMode.SUSPICIOUS, ['/api/'])));

  it('serves browsers', async () => {
    expect((await send('/', BROWSER)).status).toBe(200);
  });

  it('refuses libraries with a problem that programs can read, and serves them where programs belong', async () => {
    const refused = await send('/', CURL);
    expect(refused.status).toBe(403);
    expect(refused.headers['content-type']).toBe('application/problem+json');
    expect(lastRecord()).toMatchObject({ action: EdgeAction.BOT, reason: 'bot:library:curl' });
    expect((await send('/api/orders', CURL)).status).toBe(200);
    expect((await send('/robots.txt', CURL)).status).toBe(200);
    expect((await send('/.well-known/security.txt', CURL)).status).toBe(200);
  });

  it('refuses attack tools everywhere', async () => {
    expect((await send('/api/orders', ['User-Agent: sqlmap/1.9', 'Accept: */*'])).status).toBe(403);
    expect(lastRecord()).toMatchObject({ action: EdgeAction.BOT, reason: 'bot:scanner:sqlmap' });
  });

  it('shows a challenge to what pretends to be a browser, under a policy that allows nothing foreign', async () => {
    const pretender = [`User-Agent: ${CHROME}`, 'Accept: text/html'];
    const page = await send('/cart?x=1', pretender);
    expect(page.status).toBe(403);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.headers['cache-control']).toBe('no-store');
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect(page.headers['content-security-policy']).not.toContain('unsafe');
    expect(page.body).not.toContain('x=1');
    expect(lastRecord().action).toBe(EdgeAction.CHALLENGE);
    expect(edge.worker.counters.challenges).toBe(1);
    expect(origin.requests.every(({ head }) => !head.includes('/cart'))).toBe(true);
  });

  it('keeps the reserved paths to itself, and gives challenges and assets there', async () => {
    for (const name of ['challenge.js', 'challenge.css', 'solver.js', 'worker.js']) {
      const asset = await send(`/.palisade/${name}`, CURL);
      expect([name, asset.status]).toEqual([name, 200]);
      expect(asset.headers['cache-control']).toContain('max-age');
    }
    const challenge = await send('/.palisade/challenge', BROWSER);
    expect(JSON.parse(challenge.body)).toMatchObject({ parameters: { algorithm: 'SCRYPT' } });
    expect((await send('/.palisade/other', BROWSER)).status).toBe(404);
    const forged = await send('/.palisade/clearance', [...BROWSER, 'Content-Length: 0'], 'POST');
    expect(forged.status).toBe(400);
    expect(forged.headers['set-cookie']).toBeUndefined();
    expect(origin.requests.every(({ head }) => !head.includes('.palisade'))).toBe(true);
  });

  it('does not count what a challenge loads against the limit of requests', async () => {
    edge.configure((config) => {
      config.policy!.rateLimiting = true;
      config.policy!.rateLimitRequests = 3;
    });
    for (let asked = 0; asked < 6; asked++) {
      expect((await send('/.palisade/challenge.js', BROWSER)).status).toBe(200);
    }
    expect((await send('/', BROWSER)).status).toBe(200);
  });

  it('only notes what it would do in log-only mode', async () => {
    edge.configure((config) => {
      config.policy!.mode = edgeV1.EngineMode.DETECTION_ONLY;
    });
    expect((await send('/', CURL)).status).toBe(200);
    expect(lastRecord()).toMatchObject({ action: EdgeAction.LOG_ONLY, reason: 'bot:library:curl' });
  });

  it('leaves allow-listed addresses alone', async () => {
    edge.configure((config) => {
      config.policy!.allowedIps = ['203.0.113.0/24'];
    });
    expect((await send('/', CURL)).status).toBe(200);
  });
});

describe('other modes', () => {
  it('challenge every visitor without a clearance', async () => {
    await start(bots(edgeV1.ChallengeMode.ALL, ['/api/']));
    expect((await send('/', BROWSER)).status).toBe(403);
    expect(lastRecord()).toMatchObject({ action: EdgeAction.CHALLENGE, reason: 'bot:no_clearance' });
    expect((await send('/api/x', CURL)).status).toBe(200);
    expect((await send('/data.json', [...BROWSER.slice(0, 1), 'Accept: application/json'])).status).toBe(403);
    expect(lastRecord().action).toBe(EdgeAction.BOT);
  });

  it('challenge nobody, but refuse attack tools', async () => {
    await start(bots(edgeV1.ChallengeMode.OFF));
    expect((await send('/', CURL)).status).toBe(200);
    expect((await send('/', ['User-Agent: Nikto/2.5'])).status).toBe(403);
  });

  it('look at nothing where bot protection is off', async () => {
    await start(() => undefined);
    expect((await send('/', ['User-Agent: sqlmap/1.9'])).status).toBe(200);
    expect((await send('/.palisade/challenge', CURL)).body).toBe('ok');
  });
});

describe('crawlers', () => {
  let dns: Awaited<ReturnType<typeof startTestDns>>;
  beforeAll(async () => {
    const pointer = (last: number, value: string) =>
      ({ name: `${last}.2.0.192.in-addr.arpa`, type: 'PTR', value }) as const;
    dns = await startTestDns([
      pointer(10, 'crawl-192-0-2-10.googlebot.com'),
      { name: 'crawl-192-0-2-10.googlebot.com', type: 'A', value: '192.0.2.10' },
      // Somebody who writes their own reverse names: one does not lead back, the other lies elsewhere.
      pointer(11, 'crawl-192-0-2-10.googlebot.com'),
      pointer(12, 'googlebot.com.evil.example'),
    ]);
  });
  afterAll(() => dns?.dispose());

  const crawl = (client: string) => send('/', GOOGLEBOT, 'GET', client);
  const begin = () =>
    start(bots(edgeV1.ChallengeMode.ALL), { protection: { lookup: systemLookup([dns.address]) } });

  it('that are who they say pass without a challenge', async () => {
    await begin();
    expect((await crawl('192.0.2.10')).status).toBe(200);
  });

  it.each(['192.0.2.11', '192.0.2.12', '192.0.2.13'])('from %s are impostors', async (client) => {
    await begin();
    expect((await crawl(client)).status).toBe(403);
    expect(lastRecord()).toMatchObject({ action: EdgeAction.BOT, reason: 'bot:impostor:google' });
  });

  it('wait no longer than the bound for DNS, and are told to come again', async () => {
    const never = () => new Promise<string[]>(() => undefined);
    const lookup = { reverse: never, resolve4: never, resolve6: never };
    await start(bots(edgeV1.ChallengeMode.ALL), { protection: { lookup } });
    const answer = await crawl('192.0.2.10');
    expect(answer.status).toBe(503);
    expect(answer.headers['retry-after']).toBe('30');
    expect(lastRecord().reason).toBe('bot:unverified:google');
  });
});

describe('a site under attack', () => {
  const level = (config: edgeV1.SiteConfig) => {
    config.policy!.ddosProtectionLevel = 'high';
    config.policy!.allowedIps = ['198.51.100.1'];
  };

  it('challenges pages, answers programs with 429, serves whom the owner named, and ends', async () => {
    const changes: string[] = [];
    await start(level, { protection: { onDefence: (site, change) => changes.push(`${site} ${change}`) } });
    const { ddos } = edge.worker.edge;
    ddos.stop();
    let now = performance.now() + 1_000;
    const tick = () => {
      now += 1_000;
      ddos.tick(now);
    };
    const site = edge.worker.sites.get('site-1')!;
    expect((await send('/', BROWSER)).status).toBe(200);
    for (let second = 0; second < 5; second++) {
      for (let index = 0; index < 2_000; index++) ddos.arrived(site, `198.51.100.${index % 200}`);
      tick();
    }
    expect(changes).toEqual(['site-1 attack']);
    expect((await send('/', BROWSER)).status).toBe(403);
    expect(lastRecord()).toMatchObject({ action: EdgeAction.CHALLENGE, reason: 'ddos:attack' });
    const program = await send('/', CURL);
    expect(program.status).toBe(429);
    expect(program.headers['retry-after']).toBe('10');
    expect(lastRecord()).toMatchObject({ action: EdgeAction.DDOS, reason: 'ddos:attack' });
    const origin = ['Origin: https://app.example', 'Access-Control-Request-Method: PUT'];
    const preflight = [`User-Agent: ${CHROME}`, 'Accept: */*', ...origin];
    expect((await send('/', preflight, 'OPTIONS')).status).toBe(429);
    expect((await send('/', CURL, 'GET', '198.51.100.1')).status).toBe(200);
    for (let second = 0; second <= ATTACK_THRESHOLDS.high.secondsCalm + 20; second++) tick();
    expect(changes).toEqual(['site-1 attack', 'site-1 calm']);
    expect((await send('/', CURL)).status).toBe(200);
  });

  it('is noticed within seconds of a real flood, and whom the owner named gets through all the while', async () => {
    const changes: string[] = [];
    await start(level, { protection: { onDefence: (_site, change) => changes.push(change) } });
    let flooding = true;
    const deadline = Date.now() + 30_000;
    // Many at once on a connection: on a slow machine, too, it has to be a flood.
    const flooder = async (index: number) => {
      const head = ['GET / HTTP/1.1', 'Host: shop.example', `X-Forwarded-For: 203.0.113.${index}`, ...CURL];
      const more = `${head.join('\r\n')}\r\n\r\n`;
      const last = `${head.join('\r\n')}\r\nConnection: close\r\n\r\n`;
      while (flooding) {
        await sendRaw(edge.port, more.repeat(24) + last, 2_000);
        // Not by 429: single clients may be over their own cap before anybody can say that it is an attack.
        if (changes.length > 0 || Date.now() > deadline) flooding = false;
      }
    };
    const named: number[] = [];
    const owner = async () => {
      while (flooding) named.push((await send('/', CURL, 'GET', '198.51.100.1')).status);
      named.push((await send('/', CURL, 'GET', '198.51.100.1')).status);
    };
    await Promise.all([...Array.from({ length: 16 }, (_, index) => flooder(index)), owner()]);
    expect(changes).toEqual(['attack']);
    expect(new Set(named)).toEqual(new Set([200]));
    // Who took no part in the flood: those who did may be over their own cap, which is looked at first.
    expect((await send('/', CURL, 'GET', '192.0.2.77')).status).toBe(429);
    expect(lastRecord().reason).toBe('ddos:attack');
  });

  it('sheds what it cannot serve with 503 and Retry-After, the named last', async () => {
    await start(level);
    edge.worker.edge.overload.stop();
    edge.worker.edge.overload.part = 0.5;
    const statuses = [];
    for (let index = 0; index < 10; index++) statuses.push((await send('/', BROWSER)).status);
    expect(statuses.filter((status) => status === 503)).toHaveLength(5);
    for (let index = 0; index < 5; index++) {
      expect((await send('/', CURL, 'GET', '198.51.100.1')).status).toBe(200);
    }
    const shed = edge.records.find(({ reason }) => reason === 'overloaded');
    expect(shed).toMatchObject({ status: 503, action: EdgeAction.REJECT });
    expect(edge.worker.counters.shed).toBe(5);
  });
});
