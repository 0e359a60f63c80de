/** The requests that are measured, as bytes: what browsers and programs really send, not less. */
export interface Workload {
  name: string;
  request: Buffer;
}

export const HOST = 'shop.example';
/** Where wrk connects to; a host of the measured site as well. */
export const CLIENT_HOST = 'localhost';

const BROWSER_HEADERS = [
  `Host: ${HOST}`,
  'Connection: keep-alive',
  'Cache-Control: max-age=0',
  'Sec-Ch-Ua: "Chromium";v="140", "Not=A?Brand";v="24", "Google Chrome";v="140"',
  'Sec-Ch-Ua-Mobile: ?0',
  'Sec-Ch-Ua-Platform: "Windows"',
  'Upgrade-Insecure-Requests: 1',
  'User-Agent: Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  'Accept: text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8',
  'Sec-Fetch-Site: same-origin',
  'Sec-Fetch-Mode: navigate',
  'Sec-Fetch-User: ?1',
  'Sec-Fetch-Dest: document',
  `Referer: https://${HOST}/catalogue?page=3`,
  'Accept-Encoding: gzip, deflate, br, zstd',
  'Accept-Language: en-GB,en;q=0.9,de;q=0.8',
  'Cookie: session=4f1c2a9e8b7d6c5f4e3d2c1b0a998877; theme=dark; consent=1; _ga=GA1.2.1234567890.1700000000',
];

function request(line: string, headers: readonly string[], body = ''): Buffer {
  const framing = body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`];
  return Buffer.from(`${[line, ...headers, ...framing].join('\r\n')}\r\n\r\n${body}`, 'latin1');
}

const form = Array.from(
  { length: 16 },
  (_, n) => `field${n}=a+plain+value+that+a+visitor+may+have+typed+${n}`,
).join('&');
const JSON_BYTES = 10_240;

/** A whole document: half of one would be measured as a malformed body. */
function orderJson(): string {
  const items: object[] = [];
  for (let n = 0; ; n++) {
    const item = {
      id: 10_000 + n,
      name: `Article number ${n}`,
      price: 19.99 + n,
      tags: ['new', 'garden', 'summer'],
      description: 'A short text about the article, as shops have it.',
    };
    if (JSON.stringify({ items: [...items, item] }).length > JSON_BYTES) return JSON.stringify({ items });
    items.push(item);
  }
}

export const SHORT_GET: Workload = {
  name: 'short GET',
  request: request('GET / HTTP/1.1', [`Host: ${HOST}`]),
};

/** One request, then the connection ends. */
export const NEW_CONNECTION: Workload = {
  name: 'new connection',
  request: request('GET / HTTP/1.1', [`Host: ${HOST}`, 'Connection: close']),
};

/** A browser's header fields over HTTP/2: no connection fields. */
export const BROWSER_FIELDS = BROWSER_HEADERS.slice(2);

export const WORKLOADS: readonly Workload[] = [
  SHORT_GET,
  {
    name: 'browser GET, 17 headers',
    request: request('GET /catalogue?page=4&sort=price HTTP/1.1', BROWSER_HEADERS),
  },
  {
    name: '1 KB form',
    request: request(
      'POST /contact HTTP/1.1',
      [...BROWSER_HEADERS.slice(0, 14), 'Content-Type: application/x-www-form-urlencoded'],
      form.slice(0, 1_024),
    ),
  },
  {
    name: '10 KB JSON',
    request: request(
      'POST /api/orders HTTP/1.1',
      [
        `Host: ${HOST}`,
        'User-Agent: shop-client/2.1',
        'Accept: application/json',
        'Content-Type: application/json',
      ],
      orderJson(),
    ),
  },
];

/** A page that a browser asks for, for answers that are compressed. */
export const compressedPage = (acceptEncoding: string): Workload => ({
  name: `browser GET, 4 KB HTML page, ${acceptEncoding}`,
  request: request(
    'GET /catalogue?page=4&sort=price HTTP/1.1',
    BROWSER_HEADERS.map((line) =>
      line.startsWith('Accept-Encoding:') ? `Accept-Encoding: ${acceptEncoding}` : line,
    ),
  ),
});

/** Both engines must stop this one; the rest they must let through. */
export const ATTACK: Workload = {
  name: 'attack GET',
  request: request(
    'GET /item?id=1%27%20UNION%20SELECT%20user,password%20FROM%20users--%20&q=%3Cscript%3Ealert(1)%3C/script%3E HTTP/1.1',
    BROWSER_HEADERS,
  ),
};
