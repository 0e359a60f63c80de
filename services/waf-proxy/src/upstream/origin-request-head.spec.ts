import fc from 'fast-check';
import { parseRequestHead } from '../http/request-head.ts';
import { contextOf } from '../test-support/request-context.ts';
import { http1RequestHead } from './http1-request-head.ts';
import { http2RequestHead } from './http2-request-head.ts';
import { type BodyLength, type ForwardedBy, OriginRequestHead } from './origin-request-head.ts';

const BY: ForwardedBy = { viaName: 'palisade-1', hostHeader: '', traceParent: '' };
const GET = ['GET /a?b HTTP/1.1', 'Host: shop.example'];

const headOf = (
  lines: readonly string[],
  body: BodyLength = { kind: 'none' },
  by: Partial<ForwardedBy> = {},
  passesUnderscores = false,
) => new OriginRequestHead(contextOf(lines, { passesUnderscores }), body, { ...BY, ...by });

/** Names in lower case with their values, in order. */
const pairs = (fields: readonly string[]): string[] =>
  fields.flatMap((name, index) => (index % 2 === 0 ? [`${name.toLowerCase()}: ${fields[index + 1]}`] : []));

/** What a strict reader of HTTP/1 makes of what we have written. */
function readBack(head: OriginRequestHead) {
  const text = http1RequestHead(head);
  expect(text.endsWith('\r\n\r\n')).toBe(true);
  const read = parseRequestHead(text.slice(0, -2));
  expect(typeof read.judgement).toBe('object');
  return { line: `${read.method} ${read.target}`, fields: pairs(read.rawHeaders), text };
}

const FRAMING = /^(host|transfer-encoding|connection|upgrade): /;

const neverAccepted = (): never => {
  throw new Error('there is no socket');
};

describe('the head of a request to an origin', () => {
  it('says who the client is in our words alone', () => {
    const { fields } = readBack(
      headOf([...GET, 'X-Forwarded-For: 1.2.3.4', 'X-Real-IP: 1.2.3.4', 'Accept: */*']),
    );
    expect(fields.slice(0, 6)).toEqual([
      'host: shop.example',
      'accept: */*',
      'x-forwarded-for: 192.0.2.1',
      'x-forwarded-proto: http',
      'x-forwarded-host: shop.example',
      'x-real-ip: 192.0.2.1',
    ]);
    expect(fields.slice(-2)).toEqual(['via: 1.1 palisade-1', 'cdn-loop: palisade-1']);
  });

  it('leaves out what was meant for us, and what Connection names', () => {
    const { fields } = readBack(
      headOf([
        ...GET,
        'Connection: close, X-Mine',
        'X-Mine: 1',
        'Keep-Alive: timeout=5',
        'TE: trailers',
        'X-A: 2',
      ]),
    );
    expect(fields.slice(0, 2)).toEqual(['host: shop.example', 'x-a: 2']);
  });

  it('tells of our own span instead of the client’s', () => {
    const traceParent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
    const lines = [...GET, 'traceparent: 00-c', 'tracestate: d', 'X-A: 1'];
    const traced = readBack(headOf(lines, { kind: 'none' }, { traceParent })).fields;
    expect(traced.filter((field) => field.startsWith('trace'))).toEqual([`traceparent: ${traceParent}`]);
    expect(readBack(headOf(lines)).fields).toEqual(
      expect.arrayContaining(['traceparent: 00-c', 'tracestate: d']),
    );
  });

  it('passes fields with underscores only where the site wants them', () => {
    const lines = [...GET, 'X_A: 1'];
    expect(readBack(headOf(lines)).text).not.toContain('X_A');
    expect(readBack(headOf(lines, { kind: 'none' }, {}, true)).fields).toContain('x_a: 1');
  });

  it.each<[string, BodyLength, string | undefined, string | undefined]>([
    ['GET', { kind: 'none' }, undefined, undefined],
    ['POST', { kind: 'none' }, 'content-length: 0', 'content-length: 0'],
    ['POST', { kind: 'known', bytes: 12 }, 'content-length: 12', 'content-length: 12'],
    ['POST', { kind: 'unknown' }, 'transfer-encoding: chunked', undefined],
  ])('%s with a body of length %j', (method, body, inHttp1, inHttp2) => {
    const head = headOf([`${method} / HTTP/1.1`, 'Host: a'], body);
    const framing = (fields: string[]) =>
      fields.find((field) => /^(content-length|transfer-enc)/.test(field));
    expect(framing(readBack(head).fields)).toBe(inHttp1);
    expect(framing(pairs(http2RequestHead(head, 'http')))).toBe(inHttp2);
  });

  it('asks for the protocol that the client wants to change to, in HTTP/1 only', () => {
    const upgrade = { protocol: 'websocket', accept: neverAccepted } as const;
    const head = new OriginRequestHead(contextOf(GET, { upgrade }), { kind: 'none' }, BY);
    expect(readBack(head).fields).toEqual(
      expect.arrayContaining(['connection: Upgrade', 'upgrade: websocket']),
    );
    expect(http2RequestHead(head, 'http').join()).not.toMatch(/upgrade/i);
  });

  it('says that a gRPC call takes trailers', () => {
    const call = headOf(['POST / HTTP/1.1', 'Host: a', 'Content-Type: application/grpc+proto'], {
      kind: 'unknown',
    });
    expect(http2RequestHead(call, 'https').slice(-2)).toEqual(['te', 'trailers']);
    expect(http2RequestHead(headOf(GET), 'https')).not.toContain('te');
  });

  it('means the same in both protocols, whatever the client has sent', () => {
    const name = fc.oneof(
      fc.constantFrom(
        'Accept',
        'x-a',
        'X_b',
        'Cookie',
        'TE',
        'Via',
        'Forwarded',
        'traceparent',
        'Keep-Alive',
      ),
      fc
        .stringMatching(/^[A-Za-z][A-Za-z0-9-]{0,12}$/)
        .filter((text) => !/^(host|expect|content-length|transfer-encoding|upgrade)$/i.test(text)),
    );
    const value = fc.stringMatching(/^(?:[!-~\xa0-\xff](?:[ -~\xa0-\xff]{0,20}[!-~\xa0-\xff])?)?$/);
    const length = fc.constantFrom<BodyLength>(
      { kind: 'none' },
      { kind: 'known', bytes: 7 },
      { kind: 'unknown' },
    );
    const request = fc.record({
      fields: fc.array(fc.tuple(name, value), { maxLength: 12 }),
      blanks: fc.constantFrom(' ', '', '  '),
      nominated: fc.boolean(),
      passesUnderscores: fc.boolean(),
      traceParent: fc.constantFrom('', '00-1'),
      length,
    });
    let canonical = 0;
    fc.assert(
      fc.property(request, ({ fields, blanks, nominated, passesUnderscores, traceParent, length: body }) => {
        const connection = nominated && fields[0] !== undefined ? [`Connection: ${fields[0][0]}`] : [];
        const lines = ['POST /p HTTP/1.1', 'Host: shop.example', ...connection];
        for (const [each, text] of fields) lines.push(`${each}:${blanks}${text}`);
        const head = headOf(lines, body, { traceParent }, passesUnderscores);
        if (head.passedLines !== null) canonical++;
        const one = readBack(head);
        const two = http2RequestHead(head, 'https');
        expect(two.slice(0, 8)).toEqual([
          ':method',
          'POST',
          ':scheme',
          'https',
          ':authority',
          'shop.example',
          ':path',
          '/p',
        ]);
        expect(one.line).toBe('POST /p');
        expect(pairs(two.slice(8))).toEqual(one.fields.filter((field) => !FRAMING.test(field)));
      }),
      { numRuns: 2_000 },
    );
    // Both ways to the lines of HTTP/1 were taken: as they came, and from the fields.
    expect(canonical).toBeGreaterThan(100);
    expect(canonical).toBeLessThan(1_900);
  });
});
