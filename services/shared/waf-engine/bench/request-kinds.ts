/** The five kinds of request that every engine is measured with. Byte strings; bodies as bytes. */
export interface BenchRequest {
  readonly name: string;
  readonly method: string;
  readonly target: string;
  readonly headers: readonly string[];
  readonly body: Uint8Array | null;
}

const HOST = ['Host', 'shop.example.com'];
const PLAIN = [...HOST, 'User-Agent', 'curl/8.5.0', 'Accept', '*/*'];

/** Seventeen headers, as Chrome sends them with analytics cookies. */
const BROWSER = [
  ...HOST,
  ...['Connection', 'keep-alive', 'Cache-Control', 'max-age=0'],
  ...['sec-ch-ua', '"Chromium";v="126", "Google Chrome";v="126", "Not-A.Brand";v="99"'],
  ...[
    'sec-ch-ua-mobile',
    '?0',
    'sec-ch-ua-platform',
    '"Windows"',
    'DNT',
    '1',
    'Upgrade-Insecure-Requests',
    '1',
  ],
  'User-Agent',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
  'Accept',
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8',
  ...['Sec-Fetch-Site', 'same-origin', 'Sec-Fetch-Mode', 'navigate', 'Sec-Fetch-Dest', 'document'],
  ...[
    'Referer',
    'https://shop.example.com/catalog/shoes?page=2&sort=price',
    'Accept-Encoding',
    'gzip, deflate, br',
  ],
  ...['Accept-Language', 'en-GB,en;q=0.9,de;q=0.8'],
  'Cookie',
  'session=8f14e45fceea167a5a36dedd4bea2543; _ga=GA1.2.1389046533.1718000000; cart=3; theme=dark; consent=yes',
  ...['X-Requested-With', 'XMLHttpRequest'],
];

const bytes = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));

const FORM = new URLSearchParams(
  Array.from({ length: 18 }, (_, index): [string, string] => [
    `field_${index}`,
    [
      'Jane Doe',
      '12 High Street, Springfield',
      'jane.doe@example.com',
      'Please ring twice & leave it at the door',
    ][index % 4]!,
  ]),
)
  .toString()
  .slice(0, 1024);

const ITEM = (index: number) => ({
  id: 100_000 + index,
  sku: `SKU-${(index * 7919).toString(36)}`,
  title: 'Cotton shirt, long sleeves',
  description: 'Soft and light; wash at 30 degrees. Returns accepted within 14 days.',
  price: { amount: 19.9 + index, currency: 'EUR' },
  tags: ['summer', 'cotton', 'sale'],
  inStock: index % 3 !== 0,
});
const JSON_BODY = JSON.stringify({ items: Array.from({ length: 45 }, (_, index) => ITEM(index)) });

export const benchRequests: readonly BenchRequest[] = [
  { name: 'short GET', method: 'GET', target: '/', headers: PLAIN, body: null },
  {
    name: 'browser GET, 17 headers',
    method: 'GET',
    target: '/catalog/shoes?page=3&sort=price&colour=dark+blue',
    headers: BROWSER,
    body: null,
  },
  {
    name: '1 KB form',
    method: 'POST',
    target: '/account/address',
    headers: [
      ...BROWSER,
      'Content-Type',
      'application/x-www-form-urlencoded',
      'Content-Length',
      String(FORM.length),
    ],
    body: bytes(FORM),
  },
  {
    name: '10 KB JSON',
    method: 'POST',
    target: '/api/orders',
    headers: [...BROWSER, 'Content-Type', 'application/json', 'Content-Length', String(JSON_BODY.length)],
    body: bytes(JSON_BODY),
  },
  {
    name: 'attack GET',
    method: 'GET',
    target:
      '/item?id=1%27%20UNION%20SELECT%20user,password%20FROM%20users--%20&q=%3Cscript%3Ealert(1)%3C/script%3E',
    headers: BROWSER,
    body: null,
  },
];
