import { create } from '@bufbuild/protobuf';
import { edgeV1 } from '@palisade/contracts';
import { type EdgeHarness, startEdge } from '../../test-support/edge-harness.ts';
import { sendRaw } from '../../test-support/raw-client.ts';
import { type RecordingOrigin, startRecordingOrigin } from '../../test-support/recording-origin.ts';

let origin: RecordingOrigin;
let edge: EdgeHarness;
beforeAll(async () => {
  origin = await startRecordingOrigin(
    () => 'HTTP/1.1 200 OK\r\nServer: old\r\nX-Frame-Options: DENY\r\nContent-Length: 2\r\n\r\nok',
  );
  const rule = (from: string, to: string, status = 301, keepQuery = true) =>
    create(edgeV1.RedirectSchema, { from, to, status, keepQuery });
  const { SET, APPEND, REMOVE } = edgeV1.HeaderOperation;
  const header = (ofResponse: boolean, operation: edgeV1.HeaderOperation, name: string, value = '') =>
    create(edgeV1.HeaderRuleSchema, { ofResponse, operation, name, value });
  edge = await startEdge(origin.port, {}, (config) => {
    config.policy!.redirects = [
      rule('/old', '/new?a=b#c'),
      rule('/shop/*', 'https://shop.example.net/*', 308),
      rule('/bare/*', '/', 302, false),
      rule('/self', 'http://shop.example/self'),
      rule('/.well-known/*', '/elsewhere'),
    ];
    config.policy!.headerRules = [
      header(false, SET, 'X-Api-Key', 'ours'),
      header(false, REMOVE, 'X-Debug'),
      header(true, REMOVE, 'Server'),
      header(true, SET, 'X-Frame-Options', 'SAMEORIGIN'),
      header(true, APPEND, 'Referrer-Policy', 'no-referrer'),
    ];
  });
});
afterAll(async () => {
  await edge?.stop();
  await origin?.close();
});

const ask = (target: string, more = '', method = 'GET') =>
  sendRaw(
    edge.port,
    `${method} ${target} HTTP/1.1\r\nHost: shop.example\r\n${more}Connection: close\r\n\r\n`,
    5_000,
  );

it.each([
  ['/old', 301, '/new?a=b#c'],
  ['/old?x=1', 301, '/new?a=b&x=1#c'],
  ['/shop/a/b?x=1', 308, 'https://shop.example.net/a/b?x=1'],
  ['/bare/x?y', 302, '/'],
])('%s answers %d with %s', async (target, status, location) => {
  const answer = await ask(target);
  expect([answer.status, answer.headers.location]).toEqual([status, location]);
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(edge.records.at(-1)).toMatchObject({ reason: 'redirect', originStatus: 0 });
});

it('leaves other paths, itself and what proves control of the name alone', async () => {
  for (const target of ['/older', '/old/', '/self', '/.well-known/acme-challenge/x'])
    expect([target, (await ask(target)).status]).toEqual([target, 200]);
  expect(edge.worker.counters.redirected).toBeGreaterThan(0);
});

it('changes headers on the way there and back', async () => {
  const { headers } = await ask('/page', 'X-Debug: 1\r\nX-Api-Key: theirs\r\nX-Kept: 1\r\n');
  expect(headers).toMatchObject({ 'x-frame-options': 'SAMEORIGIN', 'referrer-policy': 'no-referrer' });
  expect(headers.server).toBeUndefined();
  const { head } = origin.requests.at(-1)!;
  expect(head).toContain('X-Api-Key: ours\r\n');
  expect(head).toContain('X-Kept: 1\r\n');
  expect(head).not.toMatch(/x-debug|theirs/i);
});
