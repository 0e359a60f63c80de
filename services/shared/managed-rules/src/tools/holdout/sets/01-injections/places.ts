import { bodyRequest, type HoldoutRequest, request } from '../../support/request.ts';

/** Null where the place cannot carry the text. */
export type Place = (text: string) => HoldoutRequest | null;

const latin1 = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');
// biome-ignore lint/suspicious/noControlCharactersInRegex: a header's line has none of them
const NOT_IN_LINE = /[\0-\x08\n-\x1f]/;
const xmlText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const part = (disposition: string, text: string): string =>
  `--edge9\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${text}\r\n--edge9--\r\n`;
const MULTIPART = 'multipart/form-data; boundary=edge9';
const FORM = 'application/x-www-form-urlencoded';
const header =
  (name: string): Place =>
  (text) =>
    NOT_IN_LINE.test(text) ? null : request('/orders', [name, latin1(text)]);

/** Where an application may find what a visitor sends. */
export const PLACES = {
  query: (text) => request(`/orders?page=2&ref=${encodeURIComponent(text)}`),
  path: (text) =>
    text.includes('/') || NOT_IN_LINE.test(text) ? null : request(`/orders/${encodeURIComponent(text)}`),
  form: (text) => bodyRequest(FORM, `page=2&ref=${encodeURIComponent(text)}`),
  JSON: (text) => bodyRequest('application/json', JSON.stringify({ id: 3, ref: text })),
  'JSON as a form': (text) => bodyRequest(FORM, JSON.stringify({ id: 3, ref: text })),
  'JSON without a type': (text) => bodyRequest(null, JSON.stringify({ items: [{ ref: text }] })),
  'body without a type': (text) => bodyRequest(null, text),
  'field of a part': (text) => bodyRequest(MULTIPART, part('name="ref"', text)),
  XML: (text) => bodyRequest('application/xml', `<order><ref>${xmlText(text)}</ref></order>`),
  'name of a parameter': (text) => request(`/orders?${encodeURIComponent(text)}=1`),
  cookie: (text) => request('/orders', ['Cookie', `lang=en; ref=${encodeURIComponent(text)}`]),
  'own header': header('X-Order-Ref'),
  'X-Forwarded-Host': header('X-Forwarded-Host'),
  Referer: (text) => request('/orders', ['Referer', `https://shop.example/?ref=${encodeURIComponent(text)}`]),
  'User-Agent': header('User-Agent'),
  'name of a file': (text) =>
    NOT_IN_LINE.test(text) || /["\\/]/.test(text)
      ? null
      : bodyRequest(MULTIPART, part(`name="file"; filename="${text}"`, 'x')),
} as const satisfies Record<string, Place>;

const numbered = (text: string, digits: number, before: string, behind = ''): string =>
  Array.from(
    { length: text.length },
    (_, at) => before + text.charCodeAt(at).toString(16).padStart(digits, '0') + behind,
  ).join('');

/** What programs undo beside what their place asks for. */
export const ENCODINGS = {
  plain: (text) => text,
  'double percent': (text) =>
    encodeURIComponent(text).replaceAll(/[!'()*~._-]/g, (sign) => numbered(sign, 2, '%')),
  base64: (text) => Buffer.from(text, 'utf8').toString('base64'),
  '\\u0027': (text) => numbered(text, 4, '\\u'),
  '\\x27': (text) => numbered(latin1(text), 2, '\\x'),
  '&#x27;': (text) =>
    text.replaceAll(/[^A-Za-z0-9 ]/gu, (sign) => `&#x${sign.codePointAt(0)!.toString(16)};`),
} as const satisfies Record<string, (text: string) => string>;

export type PlaceName = keyof typeof PLACES;
export type EncodingName = keyof typeof ENCODINGS;
export const PLACE_NAMES = Object.keys(PLACES) as PlaceName[];
export const ENCODING_NAMES = Object.keys(ENCODINGS) as EncodingName[];
