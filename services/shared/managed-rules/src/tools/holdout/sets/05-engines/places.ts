import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { bodyRequest, type HoldoutRequest, request } from '../../support/request.ts';
import type { Place } from '../01-injections/places.ts';

const latin1 = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');
const base64 = (text: string | Buffer): string => Buffer.from(text as string).toString('base64');
const hex = (text: string): string => Buffer.from(text, 'utf8').toString('hex');
const percent = (text: string): string =>
  [...Buffer.from(text, 'utf8')].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
const json = (document: unknown, type = 'application/json'): HoldoutRequest =>
  bodyRequest(type, JSON.stringify(document));
const FORM = 'application/x-www-form-urlencoded';
// biome-ignore lint/suspicious/noControlCharactersInRegex: a header's line has none of them
const NOT_IN_LINE = /[\0-\x08\n-\x1f]/;
const header =
  (name: string, before = '', behind = ''): Place =>
  (text) =>
    NOT_IN_LINE.test(text) ? null : request('/orders', [name, before + latin1(text) + behind]);
const xmlText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;');
const xmlAttribute = (text: string): string =>
  xmlText(text).replaceAll(/[\t\r\n]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const parts = (disposition: string, content: string, headers = ''): HoldoutRequest =>
  bodyRequest(
    'multipart/form-data; boundary=edge5',
    `--edge5\r\nContent-Disposition: form-data; name="page"\r\n\r\n2\r\n--edge5\r\nContent-Disposition: form-data; ${disposition}\r\n${headers}\r\n${content}\r\n--edge5--\r\n`,
  );
const bytesRequest = (type: string, body: Buffer): HoldoutRequest => ({
  ...request('/orders', ['Content-Type', type, 'Content-Length', String(body.length)]),
  method: 'POST',
  body,
});

const varint = (value: number): number[] =>
  value < 128 ? [value] : [(value & 127) | 128, ...varint(value >> 7)];
const protobufField = (number: number, value: Buffer | string): Buffer => {
  const bytes = Buffer.from(value as string);
  return Buffer.concat([Buffer.from([(number << 3) | 2, ...varint(bytes.length)]), bytes]);
};
/** An order with an identifier, a name, and a line within it that has the text. */
const protobufOrder = (text: string): Buffer =>
  Buffer.concat([
    Buffer.from([0x08, 0x96, 0x01]),
    protobufField(2, 'jane'),
    protobufField(3, Buffer.concat([protobufField(1, text), Buffer.from([0x10, 0x02])])),
    protobufField(4, 'en-GB'),
  ]);
const messagePackText = (text: string): Buffer => {
  const bytes = Buffer.from(text);
  const head =
    bytes.length < 32
      ? [0xa0 | bytes.length]
      : bytes.length < 256
        ? [0xd9, bytes.length]
        : [0xda, bytes.length >> 8, bytes.length & 255];
  return Buffer.concat([Buffer.from(head), bytes]);
};
const messagePackOrder = (text: string): Buffer =>
  Buffer.concat([
    Buffer.from([0x83]),
    messagePackText('id'),
    Buffer.from([0xcd, 0x01, 0x96]),
    messagePackText('ref'),
    messagePackText(text),
    messagePackText('tags'),
    Buffer.from([0x92]),
    messagePackText('a'),
    messagePackText('new'),
  ]);
const cborText = (text: string): Buffer => {
  const bytes = Buffer.from(text);
  const head =
    bytes.length < 24
      ? [0x60 | bytes.length]
      : bytes.length < 256
        ? [0x78, bytes.length]
        : [0x79, bytes.length >> 8, bytes.length & 255];
  return Buffer.concat([Buffer.from(head), bytes]);
};
const cborOrder = (text: string): Buffer =>
  Buffer.concat([
    Buffer.from([0xa3]),
    cborText('id'),
    Buffer.from([0x19, 0x01, 0x96]),
    cborText('ref'),
    cborText(text),
    cborText('paid'),
    Buffer.from([0xf5]),
  ]);
const bsonOrder = (text: string): Buffer => {
  const bytes = Buffer.from(`${text}\0`);
  const length = Buffer.alloc(4);
  length.writeInt32LE(bytes.length);
  const element = Buffer.concat([Buffer.from('\x02ref\0', 'latin1'), length, bytes]);
  const total = Buffer.alloc(4);
  total.writeInt32LE(element.length + 5);
  return Buffer.concat([total, element, Buffer.from([0])]);
};

/** Coded within longer texts, messages in bytes, tables, headers that few look at: where the sets before were weakest. */
export const ENGINE_PLACES = {
  query: (text) => request(`/find?lang=en&q=${encodeURIComponent(text)}`),
  form: (text) => bodyRequest(FORM, `name=jane&comment=${encodeURIComponent(text)}&send=1`),
  'JSON five deep': (text) => json({ a: { b: [{ c: { d: [1, { e: text }] } }] } }),
  'field of a form in parts': (text) => parts('name="comment"', text),
  'base64 in a sentence': (text) => json({ note: `Please decode ${base64(text)} and send it on.` }),
  'base64 behind a label in a text': (text) =>
    bodyRequest(FORM, `comment=${encodeURIComponent(`Hello, the payload is: ${base64(text)}`)}`),
  'base64 behind a prefix': (text) => json({ blob: `v1.${base64(text)}` }),
  'base64 between brackets': (text) => json({ blob: `ENC(${base64(text)})` }),
  'base64 in the middle of a query': (text) =>
    request(`/find?q=${encodeURIComponent(`id:7|${base64(text)}|x`)}`),
  'base64 in an element': (text) =>
    bodyRequest('application/xml', `<o><d>the file ${base64(text)} of today</d></o>`),
  'digits of bytes in a sentence': (text) => json({ note: `Dump is ${hex(text)} as of today` }),
  'digits of bytes behind a prefix': (text) => json({ raw: `hex:${hex(text)}` }),
  'percent in a sentence': (text) => json({ note: `I opened ${percent(text)} and it failed` }),
  'percent in an address in a text': (text) =>
    json({ note: `See https://shop.example/find?q=${encodeURIComponent(text)} for it` }),
  'address in a query': (text) =>
    request(`/go?to=${encodeURIComponent(`/find?lang=en&q=${encodeURIComponent(text)}`)}`),
  'gzip in base64': (text) => json({ state: base64(gzipSync(text)) }),
  'gzip of JSON in base64 in a form': (text) =>
    bodyRequest(FORM, `state=${encodeURIComponent(base64(gzipSync(JSON.stringify({ ref: text }))))}`),
  'zlib in base64': (text) => request(`/v?s=${encodeURIComponent(base64(deflateSync(text)))}`),
  'deflate in base64 in a cookie': (text) =>
    request('/', [
      'Cookie',
      `s=${encodeURIComponent(base64(deflateRawSync(JSON.stringify({ ref: text, at: 17 }))))}`,
    ]),
  'session of Flask': (text) =>
    request('/', [
      'Cookie',
      `session=.${base64(deflateSync(JSON.stringify({ ref: text })))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replaceAll('=', '')}.Zx1a2b.c2lnbmF0dXJl`,
    ]),
  'cell of CSV': (text) =>
    bodyRequest('text/csv', `id,ref,qty\r\n1,"${text.replaceAll('"', '""')}",2\r\n2,b,1\r\n`),
  'cell behind semicolons': (text) =>
    bodyRequest('text/csv', `id;ref;qty\n1;"${text.replaceAll('"', '""')}";2\n`),
  'cell behind tabs': (text) =>
    /[\t\r\n]/.test(text) ? null : bodyRequest('text/tab-separated-values', `id\tref\n1\t${text}\n`),
  'cell of a file': (text) =>
    parts(
      'name="f"; filename="a.csv"',
      `id,ref,qty\r\n1,"${text.replaceAll('"', '""')}",2\r\n`,
      'Content-Type: text/csv\r\n',
    ),
  'table in JSON': (text) => json({ csv: `id,ref\n1,"${text.replaceAll('"', '""')}"\n` }),
  'weak ETag': header('If-None-Match', 'W/"', '"'),
  'second ETag': header('If-Match', '"a1", "', '"'),
  'If-Modified-Since': header('If-Modified-Since'),
  'Cache-Control': header('Cache-Control', 'max-age=0, '),
  Range: header('Range', 'bytes='),
  Pragma: header('Pragma'),
  'Accept-Encoding': header('Accept-Encoding', 'gzip, '),
  'Content-Language': header('Content-Language'),
  'Content-Type': (text) => (NOT_IN_LINE.test(text) ? null : bodyRequest(latin1(text), 'a=1')),
  traceparent: header('traceparent', '00-'),
  baggage: header('baggage', 'user='),
  'X-Real-IP': header('X-Real-IP'),
  'X-CSRF-Token': header('X-CSRF-Token'),
  'Sec-CH-UA': header('Sec-CH-UA', '"Chromium";v="131", "', '";v="24"'),
  'Content-Disposition': header('Content-Disposition', 'attachment; filename="', '"'),
  'quoted in an own header': header('X-Meta', 'name="', '"; a=1'),
  'base64 in an own header': (text) => request('/orders', ['X-Context', `ctx=${base64(text)}; v=1`]),
  'response of Digest': header('Authorization', 'Digest username="jane", realm="a", uri="', '"'),
  'key of an API': header('Authorization', 'ApiKey '),
  'credential of AWS': header(
    'Authorization',
    'AWS4-HMAC-SHA256 Credential=',
    '/20261126/eu/s3/aws4_request',
  ),
  protobuf: (text) => bytesRequest('application/x-protobuf', protobufOrder(text)),
  'protobuf without a type': (text) => bytesRequest('application/octet-stream', protobufOrder(text)),
  'frame of gRPC': (text) => {
    const message = protobufOrder(text);
    const head = Buffer.alloc(5);
    head.writeUInt32BE(message.length, 1);
    return bytesRequest('application/grpc', Buffer.concat([head, message]));
  },
  'frame of gRPC in base64': (text) => {
    const message = protobufOrder(text);
    const head = Buffer.alloc(5);
    head.writeUInt32BE(message.length, 1);
    return bodyRequest('application/grpc-web-text', base64(Buffer.concat([head, message])));
  },
  MessagePack: (text) => bytesRequest('application/msgpack', messagePackOrder(text)),
  CBOR: (text) => bytesRequest('application/cbor', cborOrder(text)),
  'CBOR without a type': (text) => bytesRequest('application/octet-stream', cborOrder(text)),
  BSON: (text) => bytesRequest('application/bson', bsonOrder(text)),
  'MessagePack in base64': (text) => json({ data: base64(messagePackOrder(text)) }),
  'attribute of SOAP': (text) =>
    bodyRequest(
      'text/xml; charset=utf-8',
      `<?xml version="1.0"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Header/><soap:Body><Get xmlns="urn:a" id="7" ref="${xmlAttribute(text)}"><n>1</n></Get></soap:Body></soap:Envelope>`,
    ),
  'attribute in single quotes': (text) =>
    bodyRequest('application/xml', `<o a='1'><l r='${xmlAttribute(text)}'/></o>`),
  'header of SOAP': (text) =>
    bodyRequest(
      'application/soap+xml',
      `<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Header><t:User xmlns:t="urn:a">${xmlText(text)}</t:User></s:Header><s:Body><Get/></s:Body></s:Envelope>`,
    ),
  'call of XML-RPC': (text) =>
    bodyRequest(
      'text/xml',
      `<?xml version="1.0"?><methodCall><methodName>find</methodName><params><param><value><string>${xmlText(text)}</string></value></param></params></methodCall>`,
    ),
  'XML in JSON': (text) => json({ xml: `<o><r n="${xmlAttribute(text)}">1</r></o>` }),
  'JSON in an attribute': (text) =>
    bodyRequest('application/xml', `<o data="${xmlAttribute(JSON.stringify({ ref: text }))}"/>`),
  'cookie in quotes': (text) =>
    /["\\;]/.test(text) || NOT_IN_LINE.test(text)
      ? null
      : request('/', ['Cookie', `a=1; ref="${latin1(text)}"`]),
  'signed cookie': (text) => request('/', ['Cookie', `ref=s%3A${encodeURIComponent(text)}.c2lnbmF0dXJl`]),
  'session of PHP in a cookie': (text) =>
    request('/', ['Cookie', `u=${encodeURIComponent(`name|s:${Buffer.byteLength(text)}:"${text}";`)}`]),
  'session of Rails in a cookie': (text) =>
    request('/', [
      'Cookie',
      `_app=${encodeURIComponent(`${base64(JSON.stringify({ n: text }))}--0a1b2c3d4e5f60718293a4b5c6d7e8f901234567`)}`,
    ]),
  'index of brackets': (text) => request(`/find?where[and][0][name]=${encodeURIComponent(text)}`),
  'line of a setting': (text) =>
    NOT_IN_LINE.test(text) ? null : bodyRequest('text/plain', `[orders]\nname = jane\nref = ${text}\n`),
  'line of TOML': (text) => bodyRequest('application/toml', `name = "jane"\nref = ${JSON.stringify(text)}\n`),
  'block of YAML': (text) =>
    /[\r\n]/.test(text)
      ? null
      : bodyRequest('application/x-yaml', `order:\n  note: |\n    ${text}\n  id: 3\n`),
  'type of a part': (text) =>
    NOT_IN_LINE.test(text) ? null : parts('name="f"', '1', `Content-Type: ${text}\r\n`),
  'file of XML': (text) =>
    parts('name="f"; filename="a.xml"', `<o><r>${xmlText(text)}</r></o>`, 'Content-Type: text/xml\r\n'),
  'text in a file': (text) => parts('name="f"; filename="a.txt"', text, 'Content-Type: text/plain\r\n'),
  'segment of a path': (text) =>
    NOT_IN_LINE.test(text) ? null : request(`/api/v1/users/${encodeURIComponent(text)}/orders?page=1`),
} as const satisfies Record<string, Place>;

/** What programs undo; most places of this set are codings by themselves. */
export const ENGINE_ENCODINGS = {
  plain: (text) => text,
  'percent once more': (text) => percent(text),
  base64,
  'base64url without padding': (text) => Buffer.from(text, 'utf8').toString('base64url'),
  '\\u0027': (text) =>
    text.replaceAll(/[^A-Za-z0-9 ]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`),
  '&#39;': (text) => text.replaceAll(/[^A-Za-z0-9 ]/gu, (sign) => `&#${sign.codePointAt(0)};`),
} as const satisfies Record<string, (text: string) => string>;
