import { deflateSync, gzipSync } from 'node:zlib';
import { bodyRequest, type HoldoutRequest, request } from '../../support/request.ts';
import type { Place } from '../01-injections/places.ts';
import { TEXT_PLACES } from '../02-encodings/honest-requests.ts';
import { ENGINE_TEXTS } from './honest-texts.ts';
import { ENGINE_PLACES } from './places.ts';

const base64 = (text: string | Buffer): string => Buffer.from(text as string).toString('base64');
/** Bytes that are nothing: the same at each run. */
const noise = (length: number, seed: number): Buffer => {
  let state = seed;
  return Buffer.from(
    Array.from({ length }, () => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
      return (state >> 16) & 255;
    }),
  );
};
const json = (document: unknown): HoldoutRequest => bodyRequest('application/json', JSON.stringify(document));
const header = (name: string, value: string): HoldoutRequest => request('/', [name, value]);

/** What programs send that is coded, in bytes, or in a header's own syntax, by what it is. */
const WHOLE: Readonly<Record<string, HoldoutRequest>> = {
  ...Object.fromEntries(
    Array.from({ length: 30 }, (_, seed) => [
      `a secret of ${16 + seed * 7} bytes`,
      json({ secret: base64(noise(16 + seed * 7, seed + 1)), digest: noise(32, seed + 99).toString('hex') }),
    ]),
  ),
  ...Object.fromEntries(
    Array.from({ length: 20 }, (_, seed) => [
      `a state of ${seed}`,
      request(
        `/cb?state=${encodeURIComponent(base64(gzipSync(noise(20 + seed * 11, seed + 7))))}&sig=${noise(24, seed + 3).toString('base64url')}`,
      ),
    ]),
  ),
  ...Object.fromEntries(
    Array.from({ length: 12 }, (_, seed) => [
      `packed settings ${seed}`,
      json({
        settings: base64(
          deflateSync(JSON.stringify({ theme: 'dark', columns: ['name', 'price > 10', "it's"], seed })),
        ),
      }),
    ]),
  ),
  'several ETags': header(
    'If-None-Match',
    '"33a64df551425fcc55e4d42a148795d9f25f89d4", W/"0815", "a-b.c:7--gzip"',
  ),
  'an ETag of a store': header('If-None-Match', 'W/"5f3-18c1f0a2b40;br"'),
  'an ETag without quotes': header('If-None-Match', '5f3-18c1f0a2b40'),
  'a date': header('If-Modified-Since', 'Thu, 26 Nov 2026 09:00:00 GMT'),
  'control of a cache': header(
    'Cache-Control',
    'no-cache, max-age=0, stale-while-revalidate=30, private="x-a"',
  ),
  ranges: header('Range', 'bytes=0-99, 200-, -500'),
  'a parent of a trace': request('/', [
    'traceparent',
    '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    'tracestate',
    'congo=t61rcWkgMzE,rojo=00f067aa0ba902b7;p=1',
    'baggage',
    'userId=alice,serverNode=DF%2028,isProduction=false;ttl=60',
  ]),
  'hints of a browser': request('/', [
    'Sec-CH-UA',
    '"Not)A;Brand";v="8", "Chromium";v="138", "Google Chrome";v="138"',
    'Sec-CH-UA-Platform',
    '"Windows"',
    'Sec-CH-UA-Mobile',
    '?0',
  ]),
  'a structured signature': request('/', [
    'Signature-Input',
    'sig1=("@method" "@authority" "@path" "content-digest";req);created=1618884473;keyid="test-key-rsa-pss"',
    'Signature',
    `sig1=:${base64(noise(64, 5))}:`,
    'Content-Digest',
    `sha-256=:${base64(noise(32, 6))}:`,
  ]),
  'a signature of AWS': header(
    'Authorization',
    'AWS4-HMAC-SHA256 Credential=AKIAEXAMPLE/20261126/eu-west-1/s3/aws4_request, SignedHeaders=host;x-amz-date, Signature=fe5f80f77d5fa3beca038a248ff027d0445342fe2855ddc963176630326f1024',
  ),
  'a name of a file': header(
    'Content-Disposition',
    "attachment; filename=\"it's (1).pdf\"; filename*=UTF-8''it%27s%20%281%29.pdf",
  ),
  'context of Sentry': request('/', [
    'sentry-trace',
    '771a43a4192642f0b136d5159a501700-8c0f6a8b9d1e2f30-1',
    'X-Sentry-Auth',
    'Sentry sentry_version=7, sentry_client=sentry.javascript.browser/8.1.0, sentry_key=abc123',
  ]),
  'context of Firebase': header(
    'X-Firebase-Client',
    base64(gzipSync('{"heartbeats":[{"agent":"fire-core/0.9.0","dates":["2026-11-26"]}],"version":2}')),
  ),
};

const CODED: readonly (keyof typeof ENGINE_PLACES)[] = [
  'base64 in a sentence',
  'base64 behind a prefix',
  'digits of bytes in a sentence',
  'percent in an address in a text',
  'gzip in base64',
  'deflate in base64 in a cookie',
  'cell of CSV',
  'cell of a file',
  'protobuf',
  'protobuf without a type',
  'frame of gRPC',
  'MessagePack',
  'CBOR',
  'attribute of SOAP',
  'call of XML-RPC',
];
/** Shorter than what a place of coded texts is worth trying with. */
const HONEST_IN_CODE = ['developers', 'shoppers', 'languages', 'names', 'people with tickets'];

/** Each text in each place where people send texts, some in what programs pack them into, and what programs send. */
export const ENGINE_REQUESTS: Readonly<Record<string, HoldoutRequest>> = Object.fromEntries([
  ...Object.values(ENGINE_TEXTS)
    .flat()
    .flatMap((text) =>
      Object.entries(TEXT_PLACES).map(([place, send]) => [`${place}: ${text.slice(0, 90)}`, send(text)]),
    ),
  ...HONEST_IN_CODE.flatMap((who) => ENGINE_TEXTS[who]!).flatMap((text) =>
    CODED.flatMap((place) => {
      const sent = (ENGINE_PLACES[place] as Place)(text);
      return sent === null ? [] : [[`${place}: ${text.slice(0, 90)}`, sent]];
    }),
  ),
  ...Object.entries(WHOLE),
]);
