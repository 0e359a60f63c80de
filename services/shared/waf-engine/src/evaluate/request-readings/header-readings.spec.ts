import { Entry, KnownEntry } from '../../model/entry.ts';
import { addHeaderReadings } from './header-readings.ts';

function readings(name: string, value: string): string[] {
  const found: Entry[] = [];
  addHeaderReadings([new Entry('REQUEST_HEADERS', name, value)], found);
  return found.map((entry) => entry.value);
}

describe('readings of headers', () => {
  it.each([
    ['X-Api-Key', "' or 1=1", ["' or 1=1"]],
    ['X-Requested-With', 'XMLHttpRequest', []],
    ['X-Trace', 'trace=1&page=list', []],
    ['Host', 'shop.example.com:8443', []],
    ['Host', "' or 1=1", ["' or 1=1"]],
    ['X-Api-Key', 'JyBvciAxPTE', ['JyBvciAxPTE']],
    ['Accept', '*/*;q=0.8', []],
    ['Accept', 'text/html, application/xml;q=0.9,image/*, a/b;v="1 2", *;q=.2', []],
    ['Accept', "a/b' or 1=1", ["a/b' or 1=1"]],
    ['Accept-Encoding', 'gzip, deflate, br, zstd', []],
    ['If-None-Match', 'W/"5f-a+b/c==", "x:1"', []],
    ['If-None-Match', '"a\' or 1=1"', ['"a\' or 1=1"', "a' or 1=1"]],
    ['If-Modified-Since', 'Thu, 26 Nov 2026 09:00:00 GMT', []],
    ['If-Modified-Since', "' or 1=1", ["' or 1=1"]],
    ['Cache-Control', 'no-cache, max-age=0, stale-while-revalidate=30, private="x-a"', []],
    ['Cache-Control', "max-age=0, ' or 1=1", ["max-age=0, ' or 1=1", "' or 1=1"]],
    ['Content-Type', 'multipart/form-data; boundary=----WebKitFormBoundaryQ7', []],
    ['Content-Type', 'application/soap+xml; charset=utf-8; action="urn:a#Get"', []],
    ['Content-Type', "text/html' or 1=1", ["text/html' or 1=1"]],
    [
      'X-Context',
      `v1.${Buffer.from("1' or 1=1 -- a").toString('base64')}`,
      [`v1.${Buffer.from("1' or 1=1 -- a").toString('base64')}`],
    ],
    ['Range', 'bytes=0-99, 200-', []],
    ['Sec-WebSocket-Protocol', 'graphql-transport-ws', []],
    ['Sec-WebSocket-Protocol', '() { :;}; id', ['() { :;}; id']],
    ['Accept-Language', 'de-DE,de;q=0.9, en-US;q=0.8,en;q=0.7, *;q=0.5', []],
    ['Accept-Language', 'JyBvciAxPTEgb3IgJ2EnPSdi', ['JyBvciAxPTEgb3IgJ2EnPSdi']],
    ['X-Forwarded-For', '203.0.113.7, 2001:db8::1', ['203.0.113.7, 2001:db8::1']],
    ['X-Forwarded-For', "203.0.113.7, 10.0.0.1, ' or 1=1", ["203.0.113.7, 10.0.0.1, ' or 1=1", "' or 1=1"]],
    ['Sec-CH-UA', '"Chromium";v="126"', []],
    ['Sec-CH-UA', '"Not)A;Brand";v="8", "Chromium";v="138", "Google Chrome";v="138"', []],
    ['Sec-CH-UA', '"a<script>"', ['"a<script>"', 'a<script>']],
    ['Sec-Fetch-Mode', 'no-cors', []],
    ['Sec-CH-UA-Mobile', '?0', []],
    ['Authorization', 'Basic YTonIG9yIDE9MQ==', ['a', "' or 1=1"]],
    ['Authorization', "Bearer ' or 1=1", ["' or 1=1"]],
    ['Authorization', 'Digest username="a\' or 1=1", realm="x", qop=auth', ["a' or 1=1"]],
    ['Authorization', "ApiKey ' or 1=1", ["ApiKey ' or 1=1", "' or 1=1"]],
    ['Authorization', "AWS4-HMAC-SHA256 Credential=' or 1/a/s3, Signature=fe5f", ["' or 1/a/s3"]],
    [
      'Authorization',
      `AWS4-HMAC-SHA256 Credential=" onload=a(1,2)/20261126/eu-west-1/s3/aws4_request, Signature=fe5f`,
      ['a(1', '" onload=a(1,2)'],
    ],
    [
      'Authorization',
      'AWS4-HMAC-SHA256 Credential=JyBvciAxPTE/20261126/eu/s3/aws4_request',
      ['JyBvciAxPTE/20261126/eu/s3/aws4_request', 'JyBvciAxPTE'],
    ],
    [
      'Authorization',
      'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20261126/eu/s3/aws4_request, SignedHeaders=host;range, Signature=fe5f80',
      [],
    ],
    [
      'Authorization',
      'GOOG4-RSA-SHA256 Credential=a-b@c.example/20261126/auto/storage/goog4_request, SignedHeaders=host, Signature=fe5f80',
      [],
    ],
    ['Forwarded', 'for="[2001:db8::1]:80";host=a', ['[2001:db8::1]:80', 'a']],
    ['Referer', "https://a.example/' or 1=1", ["' or 1=1"]],
    ['Referer', 'https://a.example/find/%27%20or%201=1/a', ["' or 1=1"]],
    ['Referer', 'https://a.example/JyBvciAxPTE/how-to-make-tea', ['JyBvciAxPTE']],
    ['Referer', 'https://a.example/p?page=2&sort=price#top?x=;', []],
    ['Referer', 'https://a.example/?q=%27+or+1=1&page=2&u=a%26b#c', ["' or 1=1", 'a&b']],
    ['Referer', '/?q=select+a%2Cb+from+c+where+d+%3D+1&r=1;select+a', ['1;select a']],
    ['Referer', "/?%27+or+1=1&;=1&'", ['1', "' or 1", '1', ';', "'"]],
  ])('%s: %s', (name, value, expected) => {
    expect(readings(name, value)).toEqual(expected);
  });

  it('reads all of a long query, at last as one value', () => {
    const [last, ...others] = readings('Referer', `/?${'a=;&'.repeat(500)}b=%27`).toReversed();
    expect(others).toEqual(Array.from({ length: 63 }, () => ';'));
    expect(last).toBe(`;&${'a=;&'.repeat(436)}b='`);
  });

  it('knows no header by the name of what every object has', () => {
    for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty'])
      expect(readings(name, "' or 1=1")).toEqual(["' or 1=1"]);
  });
});

const partsOf = ({ collection, key, value }: Entry) => [collection, key, value];

it('reads the same of a header that comes again as of one that comes once', () => {
  const values = [
    '"Windows"',
    'W/"evil"',
    'a, b, <script>',
    '"("("("("(',
    '1.2.3.4, <a',
    'https://a/%3ca?q=<b',
    'plain',
  ];
  for (const name of ['Accept', 'X-Note', 'X-Forwarded-For', 'Forwarded', 'Referer', 'If-Match'])
    for (const value of values) {
      const once: Entry[] = [];
      addHeaderReadings([new Entry('REQUEST_HEADERS', name, value)], once, false);
      const known = new Entry('REQUEST_HEADERS', name, value);
      known.known = new KnownEntry();
      for (let round = 0; round < 3; round++) {
        const again: Entry[] = [];
        addHeaderReadings([known], again);
        expect(again.map(partsOf)).toEqual(once.map(partsOf));
      }
    }
});
