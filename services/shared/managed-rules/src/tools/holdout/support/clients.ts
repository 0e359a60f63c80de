import { createHash } from 'node:crypto';
import { type HoldoutRequest, request } from './request.ts';

/** What a browser sends beside what the page says, cookies of consent managers and of ad tech among it. */
const BROWSER = [
  'User-Agent',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Accept-Language',
  'de-CH,de;q=0.9,fr-CH;q=0.8,en;q=0.7',
  'Accept-Encoding',
  'gzip, deflate, br, zstd',
  'sec-ch-ua',
  '"Chromium";v="142", "Not;A=Brand";v="99", "Google Chrome";v="142"',
  'sec-ch-ua-mobile',
  '?0',
  'sec-ch-ua-platform',
  '"macOS"',
  'Sec-Fetch-Site',
  'same-origin',
  'Sec-Fetch-Mode',
  'cors',
  'Sec-Fetch-Dest',
  'empty',
  'Origin',
  'https://shop.example',
  'Referer',
  'https://shop.example/a/b?tab=1&sort=-price',
  'Cookie',
  '_ga=GA1.1.1203948576.1764233000; _gcl_au=1.1.847362910.1764233001; CookieConsent={stamp:%27k9Xw==%27%2Cnecessary:true%2Cpreferences:false%2Cver:1%2Cutc:1764233000000%2Cregion:%27ch%27}',
];

/** A request of a script or a form in a browser. */
export const browser = (
  method: string,
  target: string,
  headers: readonly string[] = [],
  body: string | Buffer = '',
): HoldoutRequest => client(method, target, [...BROWSER, ...headers], body);

/** A request of a program that has no more headers than it names. */
export function client(
  method: string,
  target: string,
  headers: readonly string[] = [],
  body: string | Buffer = '',
): HoldoutRequest {
  const bytes = Buffer.from(body as string);
  const length = bytes.length > 0 ? ['Content-Length', String(bytes.length)] : [];
  return { ...request(target, [...headers, ...length]), method, body: bytes };
}

export const browserJson = (target: string, document: unknown, ...headers: string[]): HoldoutRequest =>
  browser('POST', target, ['Content-Type', 'application/json', ...headers], JSON.stringify(document));

export const clientJson = (target: string, document: unknown, ...headers: string[]): HoldoutRequest =>
  client('POST', target, ['Content-Type', 'application/json', ...headers], JSON.stringify(document));

type Fields = Readonly<Record<string, string>> | readonly (readonly [string, string])[];

/** As `URLSearchParams` and browsers write it. */
export const formBody = (fields: Fields): string =>
  new URLSearchParams(fields as Record<string, string>).toString();

export const browserForm = (target: string, fields: Fields, ...headers: string[]): HoldoutRequest =>
  browser(
    'POST',
    target,
    ['Content-Type', 'application/x-www-form-urlencoded', ...headers],
    formBody(fields),
  );

export const clientForm = (target: string, fields: Fields, ...headers: string[]): HoldoutRequest =>
  client('POST', target, ['Content-Type', 'application/x-www-form-urlencoded', ...headers], formBody(fields));

export const get = (path: string, fields: Fields = {}, ...headers: string[]): HoldoutRequest =>
  browser('GET', Object.keys(fields).length === 0 ? path : `${path}?${formBody(fields)}`, headers);

export interface Part {
  readonly name: string;
  readonly file?: string;
  readonly type?: string;
  readonly content: string | Buffer;
}

const BOUNDARY = '----WebKitFormBoundaryq7TzYk2RAVnW0xDc';

/** As Chromium writes a form with files. */
export function multipart(parts: readonly Part[]): Buffer {
  return Buffer.concat([
    ...parts.flatMap(({ name, file, type, content }) => [
      Buffer.from(
        `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file === undefined ? '' : `; filename="${file}"`}\r\n${type === undefined ? '' : `Content-Type: ${type}\r\n`}\r\n`,
      ),
      Buffer.from(content as string),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ]);
}

export const browserParts = (target: string, parts: readonly Part[], ...headers: string[]): HoldoutRequest =>
  browser(
    'POST',
    target,
    ['Content-Type', `multipart/form-data; boundary=${BOUNDARY}`, ...headers],
    multipart(parts),
  );

/** As many bytes without a pattern, the same at every run. */
export function noise(count: number, seed = 'a'): Buffer {
  const blocks: Buffer[] = [];
  for (let at = 0; at * 64 < count; at++) blocks.push(createHash('sha512').update(`${seed} ${at}`).digest());
  return Buffer.concat(blocks).subarray(0, count);
}

/** A token that looks as signed ones do. */
export const token = (head: object, claims: object): string =>
  [
    Buffer.from(JSON.stringify(head)).toString('base64url'),
    Buffer.from(JSON.stringify(claims)).toString('base64url'),
    noise(64, 'signature').toString('base64url'),
  ].join('.');
