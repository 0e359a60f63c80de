import { gunzipSync } from 'node:zlib';
import { create } from '@bufbuild/protobuf';
import { edgeV1 } from '@palisade/contracts';
import { EdgeAction } from '../../../request/verdict.ts';
import { type EdgeHarness, startEdge } from '../../../test-support/edge-harness.ts';
import { sendRaw } from '../../../test-support/raw-client.ts';
import { type RecordingOrigin, startRecordingOrigin } from '../../../test-support/recording-origin.ts';

const { LOG, CHALLENGE, BLOCK } = edgeV1.DeceptionAction;
const PAGE =
  '<!doctype html><title>Shop</title><body><form method=post><input name=q></form><p>Text</body></html>';
const PROGRAM = 'User-Agent: python-requests/2.32\r\nAccept: */*\r\n';
const PERSON =
  'User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0\r\nAccept: text/html\r\nAccept-Language: de\r\nAccept-Encoding: gzip\r\n';
const GOOGLEBOT = 'User-Agent: Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)\r\n';

let page = { status: 200, type: 'text/html; charset=utf-8', body: PAGE, fields: [] as string[] };
let origin: RecordingOrigin;
let edge: EdgeHarness;

beforeEach(async () => {
  page = { status: 200, type: 'text/html; charset=utf-8', body: PAGE, fields: [] };
  origin = await startRecordingOrigin(({ head }) => {
    const { status, type, body, fields } = page;
    const said = [`Content-Type: ${type}`, `Content-Length: ${body.length}`, ...fields].join('\r\n');
    return `HTTP/1.1 ${status} x\r\n${said}\r\n\r\n${head.startsWith('HEAD') ? '' : body}`;
  });
  edge = await startEdge(origin.port, { trustedProxies: ['127.0.0.1'] });
});
afterEach(async () => {
  await edge.stop();
  await origin.close();
});

type Change = (policy: edgeV1.Policy) => void;
const want = (action: edgeV1.DeceptionAction, change: Change = () => undefined) =>
  edge.configure((config) => {
    const policy = config.policy!;
    policy.mode = edgeV1.EngineMode.ON;
    policy.deception = create(edgeV1.DeceptionSchema, { action, minutes: 60 });
    change(policy);
  });

interface Asked {
  target?: string;
  method?: string;
  client?: string;
  more?: string;
  body?: string;
}
async function ask(
  who: string,
  { target = '/', method = 'GET', client = '203.0.113.7', more = '', body = '' }: Asked = {},
) {
  const length = body === '' ? '' : `Content-Length: ${body.length}\r\n`;
  const answer = await sendRaw(
    edge.port,
    `${method} ${target} HTTP/1.1\r\nHost: shop.example\r\nX-Forwarded-For: ${client}\r\n${who}${more}${length}Connection: close\r\n\r\n${body}`,
    5_000,
  );
  const isChunked = answer.headers['transfer-encoding'] === 'chunked' && answer.body !== '';
  return isChunked ? { ...answer, body: unchunked(answer.body) } : answer;
}
const FORM = 'Content-Type: application/x-www-form-urlencoded\r\n';
const last = () => edge.records.at(-1)!;
const linkIn = (text: string) => / href=(\S+) rel=nofollow/.exec(text)?.[1] ?? 'none';
const fieldIn = (text: string) => /<input type=text name=(\S+) form=/.exec(text)?.[1] ?? 'none';
const link = async () => linkIn((await ask(PERSON)).body);

describe('pages with what nobody sees', () => {
  it('have one link and, in forms that are sent here, a field', async () => {
    want(LOG);
    const { body, headers, status } = await ask(PROGRAM);
    expect(status).toBe(200);
    expect(body.match(/ hidden inert aria-hidden=true>/g)).toHaveLength(2);
    expect(body.replace(/<([a-z]+-[a-z]+) hidden inert aria-hidden=true>.*?<\/\1>/g, '')).toContain(PAGE);
    expect(linkIn(body)).toMatch(/^\/[a-z]+-[0-9a-f]{6}\/[0-9a-f]{12}$/);
    expect(body).toContain(` tabindex=-1>`);
    expect(body).not.toMatch(/["']>|style=/);
    expect(headers['content-length']).toBeUndefined();
    expect(headers['accept-ranges']).toBe('none');
  });

  it('are the same for everybody, and another site’s have other names', async () => {
    want(LOG);
    const first = (await ask(PROGRAM)).body;
    expect(
      (await ask(PERSON, { client: '198.51.100.9', more: 'Accept-Encoding: identity\r\n' })).body,
    ).toContain(linkIn(first));
    expect(first.includes('shop.example')).toBe(false);
  });

  it('keep what validators and codings promise', async () => {
    want(LOG);
    page.fields = ['ETag: "1"', 'Last-Modified: Thu, 01 Jan 2026 00:00:00 GMT', 'Accept-Ranges: bytes'];
    const { headers } = await ask(PERSON);
    expect([headers.etag, headers['last-modified'], headers['accept-ranges']]).toEqual([
      'W/"1"',
      undefined,
      'none',
    ]);
    expect(origin.requests.at(-1)!.head).toMatch(/^accept-encoding: identity\r$/im);
    const head = await ask(PERSON, { method: 'HEAD' });
    expect([head.headers.etag, head.headers['content-length'], head.body]).toEqual(['W/"1"', undefined, '']);
    page = { ...page, status: 304, body: '' };
    expect((await ask(PERSON, { more: 'If-None-Match: W/"1"\r\n' })).headers.etag).toBe('W/"1"');
    expect(origin.requests.at(-1)!.head).toMatch(/if-none-match: W\/"1"/i);
  });

  it('are compressed for who wants that', async () => {
    edge.configure((config) => {
      config.delivery!.compression = true;
      config.policy!.mode = edgeV1.EngineMode.ON;
      config.policy!.deception = create(edgeV1.DeceptionSchema, {
        action: LOG,
        minutes: 5,
      });
    });
    page.body = PAGE.replace('Text', 'Text '.repeat(2_000));
    const { headers, body } = await ask(PERSON);
    expect(headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(Buffer.from(body, 'latin1')).toString()).toContain('rel=nofollow');
  });

  it.each<[string, Partial<typeof page>, string]>([
    ['other types', { type: 'application/json', body: '{"a":"</form></body>"}' }, '/'],
    ['XHTML', { type: 'application/xhtml+xml' }, '/'],
    ['other encodings', { type: 'text/html; charset=UTF-16LE' }, '/'],
    ['coded answers', { fields: ['Content-Encoding: br'] }, '/'],
    ['answers that may not be changed', { fields: ['Cache-Control: public, no-transform'] }, '/'],
    ['answers with a digest', { fields: ['Content-Digest: sha-256=:AA==:'] }, '/'],
    ['downloads', { fields: ['Content-Disposition: attachment; filename=a.html'] }, '/'],
    ['errors', { status: 404 }, '/'],
    ['files', {}, '/a.js'],
  ])('leave alone %s', async (_what, change, target) => {
    want(LOG);
    page = { ...page, ...change };
    const { body, headers } = await ask(PROGRAM, { target });
    expect(body).toBe(page.body);
    expect(headers['content-length']).toBe(String(page.body.length));
  });

  it('have nothing where their letters switch to others', async () => {
    want(LOG);
    page.body = `\x1b$B${PAGE}`;
    expect((await ask(PROGRAM)).body).toBe(page.body);
  });

  it.each([
    ['of searches', '<form action=/find><input type=hidden name=a></form>'],
    ['that go elsewhere', '<form method=POST action="https://pay.example/x"></form>'],
    ['that go elsewhere without saying how', '<form method=post action=//pay.example/x></form>'],
    ['that are scripts', '<form method=post action="javascript:x()"></form>'],
  ])('have no field in forms %s', async (_what, form) => {
    want(LOG);
    page.body = `<body>${form}</body>`;
    expect(fieldIn((await ask(PROGRAM)).body)).toBe('none');
  });

  it('have the field beside one that is hidden already', async () => {
    want(LOG);
    page.body =
      '<form class="a" method="post" action="http://shop.example/x"><input type="hidden" name=t><b></b></form>';
    expect((await ask(PROGRAM)).body).toMatch(/name=t><([a-z-]+) hidden[^>]+><input [^>]+><\/\1><b>/);
  });

  it('are nothing to the rest where the owner has it off, in parts or by the switch', async () => {
    want(edgeV1.DeceptionAction.OFF);
    expect((await ask(PROGRAM)).body).toBe(PAGE);
    want(LOG, ({ deception }) => {
      deception!.withoutLinks = true;
    });
    const { body } = await ask(PROGRAM);
    expect([linkIn(body), fieldIn(body) !== 'none']).toEqual(['none', true]);
  });
});

describe('who follows a hidden link', () => {
  it('is refused where the owner wants that, and refused again, but not those beside him', async () => {
    want(BLOCK);
    const target = await link();
    expect((await ask(PROGRAM, { target })).status).toBe(403);
    expect(last()).toMatchObject({ action: EdgeAction.BOT, reason: 'deception:link' });
    expect((await ask(PROGRAM)).status).toBe(403);
    expect(last().reason).toBe('deception:remembered');
    expect((await ask(PROGRAM, { target: '/robots.txt' })).status).toBe(200);
    expect((await ask(PROGRAM, { target: '/.well-known/security.txt' })).status).toBe(200);
    expect((await ask(PROGRAM, { target: '/.well-known/../orders' })).status).toBe(403);
    expect((await ask(PERSON)).status).toBe(200);
    expect((await ask(PROGRAM, { client: '203.0.113.8' })).status).toBe(200);
    expect(origin.requests.every(({ head }) => !head.includes(target))).toBe(true);
    expect(edge.worker.counters.deceptionTouched).toBe(1);
  });

  it('is told in the log alone, where the owner wants that, and finds nothing', async () => {
    want(LOG);
    const target = await link();
    expect((await ask(PROGRAM, { target })).status).toBe(404);
    expect(last()).toMatchObject({ action: EdgeAction.ALLOW, reason: 'deception:link' });
    expect((await ask(PROGRAM)).status).toBe(200);
  });

  it('is a remark where the site only logs', async () => {
    want(BLOCK, (policy) => {
      policy.mode = edgeV1.EngineMode.DETECTION_ONLY;
    });
    const target = await link();
    expect((await ask(PROGRAM, { target })).status).toBe(404);
    expect(last().reason).toBe('deception:link');
    expect((await ask(PROGRAM)).status).toBe(200);
  });

  it('is never more than challenged where he looks like a person, whom somebody may have sent there', async () => {
    want(BLOCK);
    const target = await link();
    const asked = await ask(PERSON, { target });
    expect([asked.status, last().action]).toEqual([403, EdgeAction.CHALLENGE]);
    expect(asked.body).toContain('<noscript');
    expect((await ask(PERSON)).body).toContain('<noscript');
  });

  it.each([
    ['prefetches', `${PERSON}Sec-Purpose: prefetch;prerender\r\n`, 'GET'],
    ['prefetches by an older word', `${PERSON}Purpose: prefetch\r\n`, 'GET'],
    ['prefetches as Firefox did', `${PROGRAM}X-moz: prefetch\r\n`, 'GET'],
    ['only asks whether it is there', PROGRAM, 'HEAD'],
    ['loads it as an image', `${PERSON}Sec-Fetch-Dest: image\r\n`, 'GET'],
    ['checks links and says so', 'User-Agent: W3C-checklink/5.0 libwww-perl/6.7\r\n', 'GET'],
    ['is a crawler that nobody can verify, but says so', 'User-Agent: UptimeRobot/2.0\r\n', 'GET'],
  ])('is let alone who %s', async (_what, who, method) => {
    want(BLOCK);
    const target = await link();
    expect((await ask(who, { target, method })).status).toBe(404);
    expect(last()).toMatchObject({ action: EdgeAction.ALLOW, reason: 'deception:let_alone' });
    expect((await ask(who)).status).toBe(200);
  });

  it('does not get past being remembered by a word about his purpose', async () => {
    want(BLOCK);
    await ask(PROGRAM, { target: await link() });
    expect((await ask(PROGRAM, { more: 'Sec-Purpose: prefetch\r\nSec-Fetch-Dest: image\r\n' })).status).toBe(
      403,
    );
  });

  it.each([
    ['a word that is not of this site', '/nothing-000000/000000000000'],
    ['the folder alone, which stands in robots.txt', ''],
  ])('is nobody who asks for %s', async (_what, path) => {
    want(BLOCK);
    const target = path === '' ? `${(await link()).slice(0, -12)}` : path;
    expect((await ask(PROGRAM, { target })).status).toBe(200);
    expect((await ask(PROGRAM)).status).toBe(200);
  });

  it('is let alone whom the owner allows', async () => {
    want(BLOCK, (policy) => {
      policy.allowedIps = ['203.0.113.7'];
    });
    expect((await ask(PROGRAM, { target: await link() })).status).toBe(404);
    expect((await ask(PROGRAM)).status).toBe(200);
  });

  it('is forgiven by the owner, as a ban is', async () => {
    const bans: [string, string][] = [];
    await edge.stop();
    edge = await startEdge(origin.port, {
      trustedProxies: ['127.0.0.1'],
      onBan: (_site, name, _until, reason) => bans.push([name, reason]),
    });
    want(BLOCK);
    await ask(PROGRAM, { target: await link() });
    expect(bans).toEqual([[expect.stringMatching(/^trap\/[\w-]{12}\/203\.0\.113\.7$/), 'deception:link']]);
    edge.worker.learnBan(last().site!.siteId, bans[0]![0], 0);
    expect((await ask(PROGRAM)).status).toBe(200);
  });
});

describe('a crawler that can be verified', () => {
  it.each([
    ['its name leads back', ['crawl.googlebot.com'], 404],
    ['nobody can tell now', null, 404],
    ['it is a fake', ['host.example'], 403],
  ])('is judged by whether %s', async (_what, names, status) => {
    await edge.stop();
    edge = await startEdge(origin.port, {
      trustedProxies: ['127.0.0.1'],
      protection: {
        lookup: {
          reverse: () => (names === null ? Promise.reject(new Error('no answer')) : Promise.resolve(names)),
          resolve4: () => Promise.resolve(['203.0.113.7']),
          resolve6: () => Promise.resolve([]),
        },
      },
    });
    want(BLOCK);
    expect((await ask(GOOGLEBOT, { target: await link() })).status).toBe(status);
  });

  it('reads in robots.txt what not to follow, in the group that it listens to', async () => {
    want(BLOCK);
    const folder = (await link()).slice(0, -12);
    page = {
      ...page,
      type: 'text/plain',
      body: 'User-agent: Googlebot\nAllow: /\n\nUser-agent: *\nAllow: /\n',
    };
    const { body } = await ask(GOOGLEBOT, { target: '/robots.txt' });
    expect(body).toBe(
      `User-agent: Googlebot\nDisallow: ${folder}\nAllow: /\n\nUser-agent: *\nDisallow: ${folder}\nAllow: /\n`,
    );
    page = { ...page, status: 404 };
    expect((await ask(GOOGLEBOT, { target: '/robots.txt' })).body).toBe(
      `\nUser-agent: *\nDisallow: ${folder}\n`,
    );
  });
});

describe('who fills in a hidden field', () => {
  const fields = async () => fieldIn((await ask(PERSON)).body);

  it.each([
    ['a form', (name: string) => [FORM, `q=1&${name}=spam`]],
    [
      'a form in parts',
      (name: string) => [
        'Content-Type: multipart/form-data; boundary=b\r\n',
        `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\nspam\r\n--b--\r\n`,
      ],
    ],
  ])('is refused by the owner’s will: %s', async (_what, make) => {
    want(BLOCK);
    const [more, body] = make(await fields()) as [string, string];
    const before = origin.requests.length;
    expect((await ask(PROGRAM, { method: 'POST', more, body })).status).toBe(403);
    expect(last()).toMatchObject({ action: EdgeAction.BOT, reason: 'deception:field' });
    expect(origin.requests).toHaveLength(before);
    expect((await ask(PROGRAM)).status).toBe(403);
  });

  it.each([
    ['leaves it empty', (name: string) => `q=1&${name}=`, ''],
    ['has no such field', () => 'q=1', ''],
    [
      'is sent here by another site’s page',
      (name: string) => `${name}=x`,
      'Origin: https://evil.example\r\n',
    ],
    ['is sent here, as his browser says', (name: string) => `${name}=x`, 'Sec-Fetch-Site: cross-site\r\n'],
  ])('is nobody who %s', async (_what, body, more) => {
    want(BLOCK);
    const sent = { method: 'POST', more: FORM + more, body: body(await fields()) };
    expect((await ask(PROGRAM, sent)).status).toBe(200);
    expect((await ask(PROGRAM)).status).toBe(200);
  });

  it('is told in the log alone, and reaches the origin', async () => {
    want(LOG);
    const body = `${await fields()}=x`;
    expect((await ask(PROGRAM, { method: 'POST', more: FORM, body })).status).toBe(200);
    expect(last()).toMatchObject({ action: EdgeAction.ALLOW, reason: 'deception:field' });
    expect(origin.requests.at(-1)!.body.toString()).toBe(body);
  });

  it('proves his work first, where the owner wants that', async () => {
    want(CHALLENGE);
    const body = `${await fields()}=x`;
    expect((await ask(PROGRAM, { method: 'POST', more: FORM, body })).status).toBe(403);
    expect((await ask(`${PROGRAM}Accept: text/html\r\n`)).body).toContain('<noscript');
  });
});

function unchunked(text: string): string {
  let whole = '';
  for (let at = 0; ; ) {
    const end = text.indexOf('\r\n', at);
    const size = Number.parseInt(text.slice(at, end), 16);
    if (size === 0) return whole;
    whole += text.slice(end + 2, end + 2 + size);
    at = end + 4 + size;
  }
}

describe('who changes the name with each request', () => {
  it('is refused each time, and remembered under few names', async () => {
    want(BLOCK);
    const trap = await link();
    for (let n = 0; n < 20; n++) {
      const { status } = await ask(`User-Agent: program-${n}/1.0\r\nAccept: */*\r\n`, { target: trap });
      expect(status).toBe(403);
    }
    const { bans } = edge.worker.edge;
    // Eight of them, and one for all others at that address that look like programs.
    expect(bans.size).toBe(9);
    expect((await ask('User-Agent: program-3/1.0\r\nAccept: */*\r\n')).status).toBe(403);
    await ask('User-Agent: program-3/1.0\r\nAccept: */*\r\n', { target: trap });
    await ask('User-Agent: program-30/1.0\r\nAccept: */*\r\n', { target: trap });
    expect(bans.size).toBe(9);
    expect((await ask('User-Agent: program-15/1.0\r\nAccept: */*\r\n')).status).toBe(403);
    expect((await ask('User-Agent: never-there/1.0\r\nAccept: */*\r\n')).status).toBe(403);
    expect((await ask(PERSON)).status).toBe(200);
    expect((await ask('User-Agent: other/1.0\r\nAccept: */*\r\n', { client: '203.0.113.8' })).status).toBe(
      200,
    );
    expect(
      (await ask('User-Agent: other/1.0\r\nAccept: */*\r\n', { target: trap, client: '198.51.100.77' }))
        .status,
    ).toBe(403);
    expect(bans.size).toBe(10);
  });

  it('and the network of IPv6 with it is remembered some hundreds of times, not as often as it has addresses', async () => {
    want(BLOCK);
    const trap = await link();
    const who = 'User-Agent: program/1.0\r\nAccept: */*\r\n';
    for (let n = 0; n < 260; n++) await ask(who, { target: trap, client: `2001:db8:1:${n.toString(16)}::1` });
    const { bans } = edge.worker.edge;
    expect(bans.size).toBe(256);
    await ask(who, { target: trap, client: '2001:db8:2::1' });
    expect(bans.size).toBe(257);
  });
});
