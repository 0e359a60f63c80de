import { type EdgeHarness, startEdge } from '../test-support/edge-harness.ts';
import { sendRaw } from '../test-support/raw-client.ts';
import { type RecordingOrigin, startRecordingOrigin } from '../test-support/recording-origin.ts';

let origin: RecordingOrigin;
let edge: EdgeHarness;

beforeAll(async () => {
  origin = await startRecordingOrigin();
  edge = await startEdge(origin.port);
});

afterAll(async () => {
  await edge.stop();
  await origin.close();
});

const get = (rest: string, line = 'GET / HTTP/1.1') => `${line}\r\n${rest}\r\n`;
const post = (headers: string, body: string) =>
  `POST / HTTP/1.1\r\nHost: shop.example\r\n${headers}\r\n${body}`;
const HOST = 'Host: shop.example\r\n';

/** What must never reach an origin: [what it is, the bytes, the status]. */
const REFUSED: readonly [string, string, number][] = [
  ['HTTP/0.9 with a version', get(HOST, 'GET / HTTP/0.9'), 400],
  ['HTTP/0.9 without one', 'GET /\r\n\r\n', 400],
  ['HTTP/1.2', get(HOST, 'GET / HTTP/1.2'), 400],
  ['HTTP/2.0 in HTTP/1 clothes', get(HOST, 'GET / HTTP/2.0'), 400],
  ['the HTTP/2 preface in clear text', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
  ['a lower-case version', get(HOST, 'GET / http/1.1'), 400],
  [
    'Transfer-Encoding on HTTP/1.0',
    `POST / HTTP/1.0\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    400,
  ],
  ['no Host', get('Accept: */*\r\n'), 400],
  ['no Host on HTTP/1.0', get('Accept: */*\r\n', 'GET / HTTP/1.0'), 400],
  ['two equal Hosts', get(HOST + HOST), 400],
  ['two different Hosts', get(`${HOST}Host: other.example\r\n`), 400],
  ['an empty Host', get('Host:\r\n'), 400],
  ['a Host with a path', get('Host: shop.example/x\r\n'), 400],
  ['a Host with user information', get('Host: user@shop.example\r\n'), 400],
  ['a Host with a space', get('Host: shop.example evil\r\n'), 400],
  ['a Host with a bad port', get('Host: shop.example:80x\r\n'), 400],
  ['a Host with port 65536', get('Host: shop.example:65536\r\n'), 400],
  ['a Host list', get('Host: shop.example, other.example\r\n'), 400],
  ['an absolute URI that disagrees with Host', get(HOST, 'GET http://other.example/ HTTP/1.1'), 400],
  ['an absolute URI with user information', get(HOST, 'GET http://a@shop.example/ HTTP/1.1'), 400],
  ['an absolute URI of another scheme', get(HOST, 'GET ftp://shop.example/ HTTP/1.1'), 400],
  ['a fragment in the target', get(HOST, 'GET /a#b HTTP/1.1'), 400],
  ['an asterisk without OPTIONS', get(HOST, 'GET * HTTP/1.1'), 400],
  ['a relative target', get(HOST, 'GET a/b HTTP/1.1'), 400],
  ['CONNECT', get(HOST, 'CONNECT shop.example:443 HTTP/1.1'), 405],
  ['TRACE', get(HOST, 'TRACE / HTTP/1.1'), 405],
  ['a bare LF request line', 'GET / HTTP/1.1\nHost: shop.example\r\n\r\n', 400],
  ['bare LF headers', 'GET / HTTP/1.1\r\nHost: shop.example\nX: y\r\n\r\n', 400],
  ['a bare CR in a header', get(`${HOST}X: a\rb\r\n`), 400],
  ['a folded header', get(`${HOST}X: a\r\n b\r\n`), 400],
  ['a space before the colon', get('Host : shop.example\r\n'), 400],
  ['a NUL in a header', get(`${HOST}X: a\0b\r\n`), 400],
  ['an empty header name', get(`${HOST}: x\r\n`), 400],
  [
    'Content-Length next to Transfer-Encoding',
    post('Content-Length: 5\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n'),
    400,
  ],
  [
    'Transfer-Encoding next to Content-Length',
    post('Transfer-Encoding: chunked\r\nContent-Length: 5\r\n', '0\r\n\r\n'),
    400,
  ],
  ['two Content-Lengths', post('Content-Length: 3\r\nContent-Length: 3\r\n', 'abc'), 400],
  ['a Content-Length list', post('Content-Length: 3, 3\r\n', 'abc'), 400],
  ['a signed Content-Length', post('Content-Length: +3\r\n', 'abc'), 400],
  ['a hexadecimal Content-Length', post('Content-Length: 0x3\r\n', 'abc'), 400],
  ['an unknown Transfer-Encoding', post('Transfer-Encoding: gzip, chunked\r\n', '0\r\n\r\n'), 400],
  ['an obfuscated Transfer-Encoding', post('Transfer-Encoding: xchunked\r\n', '0\r\n\r\n'), 400],
  ['Transfer-Encoding: identity', post('Transfer-Encoding: identity\r\n', ''), 400],
  [
    'Transfer-Encoding twice',
    post('Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n'),
    400,
  ],
  ['an empty Transfer-Encoding', post('Transfer-Encoding:\r\nContent-Length: 3\r\n', 'abc'), 400],
  ['a chunk size that is none', post('Transfer-Encoding: chunked\r\n', 'g\r\nabc\r\n0\r\n\r\n'), 400],
  ['a chunk line with a bare LF', post('Transfer-Encoding: chunked\r\n', '3\nabc\r\n0\r\n\r\n'), 400],
  ['a chunk longer than its size', post('Transfer-Encoding: chunked\r\n', '2\r\nabc\r\n0\r\n\r\n'), 400],
  [
    'a Content-Length among the trailers',
    post('Transfer-Encoding: chunked\r\n', '1\r\na\r\n0\r\nContent-Length: 5\r\n\r\n'),
    400,
  ],
  ['an unknown expectation', post('Expect: 200-ok\r\nContent-Length: 0\r\n', ''), 417],
  ['101 header fields', get(HOST + Array.from({ length: 100 }, (_, n) => `X-${n}: 1\r\n`).join('')), 431],
  ['33 KiB of headers', get(`${HOST}X: ${'a'.repeat(33 * 1024)}\r\n`), 431],
  ['a target of 17 KiB', get(HOST, `GET /${'a'.repeat(17 * 1024)} HTTP/1.1`), 414],
  ['an RTSP method', get(HOST, 'DESCRIBE / RTSP/1.0'), 405],
];

describe('the framing guard', () => {
  it.each(REFUSED)('refuses %s', async (_what, bytes, status) => {
    const before = origin.requests.length;
    const answer = await sendRaw(edge.port, bytes);
    expect(answer.closed).toBe(true);
    expect(answer.status).toBe(status);
    expect(origin.requests.length).toBe(before);
  });

  it('has at least the 37 cases that bare node:http was measured with', () => {
    expect(REFUSED.length).toBeGreaterThanOrEqual(37);
  });

  it('ends the connection after a refusal: what follows in the same packet is nobody’s request', async () => {
    const before = origin.requests.length;
    const answer = await sendRaw(edge.port, get(HOST + HOST) + get(HOST));
    expect(answer.statuses).toEqual([400]);
    expect(origin.requests.length).toBe(before);
  });

  it('writes each refusal down once, with its reason', async () => {
    const before = edge.records.length;
    await sendRaw(edge.port, get(HOST + HOST));
    await sendRaw(edge.port, get(HOST, 'GET / HTTP/7.7'));
    const reasons = edge.records.slice(before).map((record) => record.reason);
    expect(reasons).toEqual(['bad_framing:host_repeated', 'bad_framing:http_version']);
  });

  it('lets ordinary requests pass, in every legal spelling of the host', async () => {
    for (const host of ['shop.example', 'SHOP.example', 'shop.example:8080', 'shop.example.']) {
      const answer = await sendRaw(edge.port, `GET /x?y=1 HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
      expect(answer.status).toBe(200);
      expect(origin.requests.at(-1)!.head).toContain(`Host: ${host}\r\n`);
    }
  });

  it('turns the absolute form into the origin form', async () => {
    await sendRaw(edge.port, get(HOST, 'GET http://shop.example/a?b HTTP/1.1'));
    expect(origin.requests.at(-1)!.head).toMatch(/^GET \/a\?b HTTP\/1\.1\r\n/);
    await sendRaw(edge.port, get(HOST, 'GET http://shop.example?b HTTP/1.1'));
    expect(origin.requests.at(-1)!.head).toMatch(/^GET \/\?b HTTP\/1\.1\r\n/);
  });
});

describe('what reaches the origin', () => {
  const send = async (headers: string) => {
    await sendRaw(edge.port, `GET / HTTP/1.1\r\n${HOST}${headers}\r\n`);
    return origin.requests.at(-1)!.head;
  };

  it('says who the client is by us alone', async () => {
    const head = await send(
      'X-Forwarded-For: 1.2.3.4\r\nX-Forwarded-Proto: https\r\nX-Forwarded-Host: evil\r\nForwarded: for=1.2.3.4\r\n' +
        'X-Real-IP: 1.2.3.4\r\nX-Request-Id: mine\r\nTrue-Client-IP: 1.2.3.4\r\n',
    );
    expect(head).not.toMatch(/1\.2\.3\.4|evil|mine/);
    expect(head).toContain('X-Forwarded-For: 127.0.0.1\r\n');
    expect(head).toContain('X-Forwarded-Proto: http\r\n');
    expect(head).toContain('X-Forwarded-Host: shop.example\r\n');
    expect(head).toContain('Forwarded: for=127.0.0.1;host="shop.example";proto=http\r\n');
    expect(head).toMatch(/X-Request-Id: [0-9a-f]{8}-[0-9a-f]{4}-7/);
    expect(head).toMatch(/Via: 1\.1 palisade-[0-9a-f]{8}\r\n/);
  });

  it('has no hop-by-hop header, nor what Connection names', async () => {
    const head = await send(
      'Connection: close, X-Secret\r\nX-Secret: 1\r\nKeep-Alive: timeout=5\r\nTE: trailers\r\nUpgrade: h2c\r\n' +
        'Proxy-Connection: keep-alive\r\nProxy-Authorization: Basic x\r\nProxy: http://evil\r\nX-Kept: 1\r\n',
    );
    expect(head).not.toMatch(/^(connection|x-secret|keep-alive|te|upgrade|proxy[a-z-]*):/im);
    expect(head).toContain('X-Kept: 1\r\n');
  });

  it('has underscored names only where the site allows them', async () => {
    expect(await send('X_Auth: 1\r\n')).not.toContain('X_Auth');
    edge.configure((config) => {
      config.delivery!.passUnderscoreHeaders = true;
    });
    expect(await send('X_Auth: 1\r\n')).toContain('X_Auth: 1\r\n');
    edge.configure(() => undefined);
  });

  it('is refused with 508 when it has been here before', async () => {
    const answer = await sendRaw(
      edge.port,
      `GET / HTTP/1.1\r\n${HOST}Via: 1.1 ${edge.worker.edge.viaName}\r\n\r\n`,
    );
    expect(answer.status).toBe(508);
    expect(await send('Via: 1.1 somebody-else\r\n')).toMatch(/Via: 1\.1 somebody-else, 1\.1 palisade-/);
  });
});
