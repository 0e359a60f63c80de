import { deflateRawSync, gzipSync } from 'node:zlib';
import { bodyRequest, type HoldoutRequest, request } from '../../support/request.ts';
import type { Place } from '../01-injections/places.ts';

const latin1 = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');
const base64 = (text: string | Buffer): string => Buffer.from(text as string).toString('base64');
const base64url = (text: string): string => Buffer.from(text).toString('base64url');
const json = (document: unknown, type = 'application/json'): HoldoutRequest =>
  bodyRequest(type, JSON.stringify(document));
const FORM = 'application/x-www-form-urlencoded';
// biome-ignore lint/suspicious/noControlCharactersInRegex: a header's line has none of them
const NOT_IN_LINE = /[\0-\x08\n-\x1f]/;
const header =
  (name: string, before = '', behind = ''): Place =>
  (text) =>
    NOT_IN_LINE.test(text) ? null : request('/orders', [name, before + latin1(text) + behind]);
const token = (claims: unknown): string =>
  `${base64url('{"alg":"HS256","typ":"JWT"}')}.${base64url(JSON.stringify(claims))}.c2lnbmF0dXJlc2lnbmF0dXJl`;
const xmlText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const file = (disposition: string, content: string, type = 'text/plain'): HoldoutRequest =>
  bodyRequest(
    'multipart/form-data; boundary=edge4',
    `--edge4\r\nContent-Disposition: form-data; ${disposition}\r\nContent-Type: ${type}\r\n\r\n${content}\r\n--edge4--\r\n`,
  );

const utf7 = (text: string): string =>
  text.replaceAll(/[^A-Za-z0-9 &=]/gu, (sign) => {
    const unit = Buffer.from(sign, 'utf16le').swap16();
    return `+${unit.toString('base64').replaceAll('=', '')}-`;
  });

const bytesRequest = (type: string, body: Buffer, method = 'POST'): HoldoutRequest => ({
  ...request('/orders', ['Content-Type', type, 'Content-Length', String(body.length)]),
  method,
  body,
});
const utf16 = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le');

/** A protocol buffers message whose only field is the text, after its key and length. */
const protobuf = (text: string): Buffer => {
  const bytes = Buffer.from(text);
  const length = bytes.length < 128 ? [bytes.length] : [(bytes.length & 127) | 128, bytes.length >> 7];
  return Buffer.concat([Buffer.from([0x0a, ...length]), bytes]);
};
/** A map of one text in MessagePack. */
const messagePack = (text: string): Buffer => {
  const bytes = Buffer.from(text);
  return Buffer.concat([
    Buffer.from([0x81, 0xa3]),
    Buffer.from('ref'),
    Buffer.from([0xda, bytes.length >> 8, bytes.length & 255]),
    bytes,
  ]);
};

/** Where programs of these years find what is sent, beside the places of the sets before. */
export const RECENT_PLACES = {
  'token in a query': (text) => request(`/orders?access_token=${token({ sub: text })}`),
  'token in a cookie': (text) =>
    request('/orders', ['Cookie', `session=${token({ user: { name: text } })}; a=1`]),
  'session of base64 JSON in a cookie': (text) =>
    request('/orders', ['Cookie', `sess=${encodeURIComponent(base64(JSON.stringify({ ref: text })))}; a=1`]),
  'JSON of base64 in a field': (text) =>
    bodyRequest(FORM, `state=${encodeURIComponent(base64(JSON.stringify({ next: [text] })))}`),
  'JSON three deep': (text) =>
    json({ a: JSON.stringify({ b: JSON.stringify({ c: JSON.stringify({ d: text }) }) }) }),
  'SAML response': (text) =>
    bodyRequest(
      FORM,
      `SAMLResponse=${encodeURIComponent(base64(`<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"><n>${xmlText(text)}</n></samlp:Response>`))}`,
    ),
  'query without a name': (text) => request(`/orders?${encodeURIComponent(text)}`),
  'index of a list in a query': (text) => request(`/orders?filter[0][and][2]=${encodeURIComponent(text)}`),
  'matrix in a last segment': (text) =>
    text.includes('/') ? null : request(`/orders/7;v=${encodeURIComponent(text)}`),
  'segment escaped twice': (text) =>
    NOT_IN_LINE.test(text) ? null : request(`/items/${encodeURIComponent(encodeURIComponent(text))}`),
  'form between semicolons': (text) =>
    text.includes(';') ? null : bodyRequest(FORM, `a=1;ref=${encodeURIComponent(text)};b=2`),
  'name of a field': (text) => bodyRequest(FORM, `${encodeURIComponent(text)}=on&b=2`),
  'patch of JSON': (text) => ({
    ...json([{ op: 'replace', path: '/ref', value: text }], 'application/json-patch+json'),
    method: 'PATCH',
  }),
  'resource of JSON:API': (text) =>
    json({ data: { type: 'orders', attributes: { ref: text } } }, 'application/vnd.api+json'),
  'bulk of a search engine': (text) =>
    bodyRequest('application/x-ndjson', `{"index":{}}\n${JSON.stringify({ q: text })}\n`),
  'cell of CSV': (text) => bodyRequest('text/csv', `id,ref\r\n1,"${text.replaceAll('"', '""')}"\r\n2,b\r\n`),
  'file of CSV': (text) =>
    file('name="table"; filename="a.csv"', `id,ref\r\n1,"${text.replaceAll('"', '""')}"\r\n`, 'text/csv'),
  'file of JSON': (text) =>
    file('name="import"; filename="a.json"', JSON.stringify([{ ref: text }]), 'application/json'),
  'UTF-16': (text) => bytesRequest('application/json; charset=utf-16', utf16(JSON.stringify({ ref: text }))),
  'UTF-16 without a type': (text) =>
    bytesRequest('application/octet-stream', utf16(JSON.stringify({ ref: text }))),
  'XML in UTF-16': (text) =>
    bytesRequest('text/xml', utf16(`<?xml version="1.0" encoding="UTF-16"?><o><r>${xmlText(text)}</r></o>`)),
  'text in UTF-7': (text) => bodyRequest('text/plain; charset=utf-7', utf7(text)),
  'protocol buffers': (text) => bytesRequest('application/x-protobuf', protobuf(text)),
  'frame of gRPC': (text) => {
    const message = protobuf(text);
    return bytesRequest(
      'application/grpc-web+proto',
      Buffer.concat([Buffer.from([0, 0, 0, message.length >> 8, message.length & 255]), message]),
    );
  },
  MessagePack: (text) => bytesRequest('application/msgpack', messagePack(text)),
  'gzip in base64': (text) => json({ state: base64(gzipSync(text)) }),
  'redirect binding of SAML': (text) =>
    request(
      `/sso?SAMLRequest=${encodeURIComponent(base64(deflateRawSync(`<a:AuthnRequest><b>${xmlText(text)}</b></a:AuthnRequest>`)))}`,
    ),
  'form in a part': (text) => file('name="params"', `a=1&ref=${encodeURIComponent(text)}`, FORM),
  'name of a part': (text) =>
    /["\\]/.test(text) || NOT_IN_LINE.test(text) ? null : file(`name="${text}"`, '1'),
  'extended name of a file': (text) =>
    file(`name="f"; filename="a.png"; filename*=UTF-8''${encodeURIComponent(text)}`, 'x'),
  'name of a file in base64': (text) => file(`name="f"; filename="=?UTF-8?B?${base64(text)}?="`, 'x'),
  'type of a part': (text) => (NOT_IN_LINE.test(text) ? null : file('name="f"; filename="a.png"', 'x', text)),
  'text of an HTML editor': (text) => json({ html: `<p>Hello</p><p>${text}</p>` }),
  'line of markdown': (text) => json({ body: `# Title\n\n${text}\n` }),
  'alias of GraphQL': (text) =>
    json({ query: `query Q { a: find(by: {ref: ${JSON.stringify(text)}}) { id } }` }),
  'batch of GraphQL': (text) =>
    json([{ query: '{a}' }, { query: 'query($a:S){a(a:$a)}', variables: { a: { b: [text] } } }]),
  'event of a client': (text) => json({ batch: [{ type: 'track', properties: { ref: text } }] }),
  'X-Forwarded-Proto': header('X-Forwarded-Proto'),
  'X-HTTP-Method-Override': header('X-HTTP-Method-Override'),
  'X-Requested-With': header('X-Requested-With'),
  'Forwarded for': header('Forwarded', 'for="', '"'),
  From: header('From'),
  Via: header('Via', '1.1 '),
  SOAPAction: header('SOAPAction', '"', '"'),
  'Sec-WebSocket-Protocol': header('Sec-WebSocket-Protocol'),
  'If-None-Match': header('If-None-Match', '"', '"'),
  Accept: header('Accept'),
  Bearer: header('Authorization', 'Bearer '),
  'name in Digest': header('Authorization', 'Digest username="', '", realm="a"'),
  'password of Basic': (text) =>
    request('/orders', ['Authorization', `Basic ${Buffer.from(`pat:${text}`).toString('base64')}`]),
  'agent behind a browser': header('User-Agent', 'Mozilla/5.0 (X11; Linux x86_64) '),
  'query of a page before': (text) =>
    request('/orders', ['Referer', `https://shop.example/find?q=a&ref=${encodeURIComponent(text)}#top`]),
  'path of a page before': (text) =>
    request('/orders', ['Referer', `https://shop.example/find/${encodeURIComponent(text)}`]),
} as const satisfies Record<string, Place>;

const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, '0');
const eachSign = (text: string, spell: (code: number) => string): string =>
  text.replaceAll(/[^A-Za-z0-9 ]/gu, (sign) => spell(sign.codePointAt(0)!));
const BOLD = 0x1d400;

/** How programs of these years and old ones write what is no plain text. */
export const RECENT_ENCODINGS = {
  plain: (text) => text,
  'base64 in lines': (text) => base64(text).replaceAll(/.{20}/g, '$&\r\n'),
  'base64 of UTF-16': (text) => Buffer.from(text, 'utf16le').toString('base64'),
  'base64 of \\u0027': (text) => base64(eachSign(text, (code) => `\\u${hex(code, 4)}`)),
  'base64url of percent': (text) => base64url(encodeURIComponent(text)),
  'upper digits of bytes': (text) => Buffer.from(text, 'utf8').toString('hex').toUpperCase(),
  '0x and digits': (text) => `0x${Buffer.from(text, 'utf8').toString('hex')}`,
  '&#39 without its end': (text) => eachSign(text, (code) => `&#${code}`),
  '&amp;#39;': (text) => eachSign(text, (code) => `&amp;#${code};`),
  'percent of &#x27;': (text) => encodeURIComponent(eachSign(text, (code) => `&#x${code.toString(16)};`)),
  '\\U00000027': (text) => eachSign(text, (code) => `\\U${hex(code, 8)}`),
  '\\\\u0027': (text) => eachSign(text, (code) => `\\\\u${hex(code, 4)}`),
  'bold letters': (text) =>
    text.replaceAll(/[A-Za-z]/g, (letter) =>
      String.fromCodePoint(BOLD + letter.charCodeAt(0) - (letter <= 'Z' ? 65 : 71)),
    ),
  'overlong bytes': (text) =>
    eachSign(text, (code) =>
      code > 127
        ? String.fromCodePoint(code)
        : `%${hex(0xc0 | (code >> 6), 2)}%${hex(0x80 | (code & 63), 2)}`,
    ),
} as const satisfies Record<string, (text: string) => string>;
