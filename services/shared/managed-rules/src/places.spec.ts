import { ATTACKS } from './test-support/bodies.ts';
import { managedRuleSet, matchedIds, sendRequest, sites, type TestRequest } from './test-support/send.ts';

type Place = (value: string) => TestRequest;

const header =
  (name: string): Place =>
  (value) => ({ headers: [name, value] });
const cookie =
  (text: (value: string) => string): Place =>
  (value) => ({ headers: ['Cookie', text(value)] });
const quoted = (value: string) => value.replaceAll('\\', '\\\\').replaceAll('"', '\\"');
const octal = (value: string) =>
  [...value].map((letter) => `\\${letter.charCodeAt(0).toString(8).padStart(3, '0')}`).join('');
const basic = (text: string): TestRequest => ({
  headers: ['Authorization', `Basic ${Buffer.from(text).toString('base64')}`],
});
const part = (disposition: string, more = ''): TestRequest => ({
  target: '/upload',
  headers: ['Content-Type', 'multipart/form-data; boundary=edge'],
  body: `--edge\r\nContent-Disposition: form-data; ${disposition}\r\n${more}\r\nx\r\n--edge--\r\n`,
});

/** From where applications read. */
const PLACES: Readonly<Record<string, Place>> = {
  argument: (value) => ({ target: `/?q=${encodeURIComponent(value)}` }),
  "an argument's name": (value) => ({ target: `/?${encodeURIComponent(value)}=1` }),
  "a key in an argument's name": (value) => ({ target: `/?filter[${encodeURIComponent(value)}][]=1` }),
  'a segment of the path': (value) => ({ target: `/items/${encodeURIComponent(value)}/edit` }),
  cookie: cookie((value) => `a=${encodeURIComponent(value)}`),
  'cookie behind blanks': cookie((value) => `a= ${encodeURIComponent(value)}`),
  'cookie with an empty name': cookie((value) => `b=1; =${encodeURIComponent(value)}`),
  'cookie without a name': cookie((value) => `b=1; ${encodeURIComponent(value)}`),
  'cookie without a name, as it is': cookie((value) => value),
  "a cookie's name": cookie((value) => `b=1; ${encodeURIComponent(value)}=1`),
  'quoted cookie': cookie((value) => `b=1; a="${quoted(value)}"`),
  'quoted cookie, escaped': cookie((value) => `b=1; a="${octal(value)}"; c=2`),
  'quoted cookie without an end': cookie((value) => `b=1; a="${octal(value)}`),
  'two cookie headers': (value) => ({ headers: ['Cookie', 'a=1', 'Cookie', `="${octal(value)}"`] }),
  "a file's name": (value) => part(`name="f"; filename="${quoted(value)}"`),
  "a file's field": (value) => part(`name="${quoted(value)}"; filename="a.png"`),
  "a field's name": (value) => part(`name="${quoted(value)}"`),
  "a part's type": (value) => part('name="f"; filename="a.png"', `Content-Type: ${value}\r\n`),
  "a part's own header": (value) => part('name="f"', `X-Own: ${value}\r\n`),
  'name of Basic': (value) => basic(`${value.replaceAll(':', '%3A')}:secret`),
  'password of Basic': (value) => basic(`jane:${value}`),
  'Basic without a colon': (value) => basic(value.replaceAll(':', '%3A')),
  'token of Bearer': (value) => ({ headers: ['Authorization', `Bearer ${value}`] }),
  'quoted in Forwarded': (value) => ({
    headers: ['Forwarded', `for=192.0.2.7;host="${encodeURIComponent(value)}"`],
  }),
  'the query of the page before': (value) => ({
    headers: ['Referer', `https://a.example/find?page=2&q=${encodeURIComponent(value)}&sort=price`],
  }),
  'a name in the query of the page before': (value) => ({
    headers: ['Referer', `https://a.example/find?${encodeURIComponent(value)}`],
  }),
  ...Object.fromEntries(
    'User-Agent Referer Host Origin Accept-Language X-Forwarded-For X-Forwarded-Host X-Real-IP Client-IP X-Api-Key X-Any'
      .split(' ')
      .map((name) => [name, header(name)]),
  ),
};

const BENIGN: readonly (readonly [string, string])[] = [
  ['Host', 'localhost:3000'],
  ['Host', '[::1]:80'],
  ['Origin', 'null'],
  ['Origin', 'file://'],
  ['Origin', 'http://localhost:3000'],
  ['Origin', 'capacitor://localhost'],
  ['Accept-Language', 'de-DE,de;q=0.9,en-US;q=0.8,en;q=0.7,*;q=0.5'],
  ['X-Forwarded-For', '203.0.113.5, 10.0.0.1, 127.0.0.1'],
  ['Forwarded', 'for="[2001:db8:cafe::17]:4711";proto=https;by=203.0.113.43;host="a.example"'],
  ['Traceparent', '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'],
  ['Baggage', 'sentry-environment=production,sentry-release=1.0,sentry-sampled=true'],
  ['Stripe-Signature', 't=1492774577,v1=5257a869e7ec,v0=6ffbb59b'],
  [
    'Next-Router-State-Tree',
    '%5B%22%22%2C%7B%22children%22%3A%5B%22(home)%22%2C%7B%7D%5D%7D%2Cnull%2Ctrue%5D',
  ],
  ['HX-Current-URL', 'https://a.example/p?q=select+a+size&x=1#top'],
  ['Dropbox-API-Arg', '{"path": "/Homework/math/Matrices.txt","mode": "add","autorename": true}'],
  ['X-Forwarded-Client-Cert', 'By=spiffe://c/ns/d;Hash=468ed33b;Subject="CN=a,O=b";URI=spiffe://c/ns/d'],
  ['Authorization', 'Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc-_def'],
  [
    'Authorization',
    'Digest username="jane", realm="a@b.example", nonce="dcd98b", uri="/", qop=auth, nc=00000001',
  ],
  [
    'Authorization',
    'AWS4-HMAC-SHA256 Credential=AK/20130524/eu/s3, SignedHeaders=content-type;host;range, Signature=fe',
  ],
  ['Authorization', `Basic ${Buffer.from("o'brien:p@ss'w0rd; --x#").toString('base64')}`],
  [
    'Referer',
    'https://a.example/find?q=select+a+size+from+the+list+where+it%27s+1%2F2&next=https%3A%2F%2Fshop.example%2Fa%3Fb%3D1%26c%3Dd',
  ],
  [
    'Referer',
    'https://id.example/authorize?redirect_uri=https%3A%2F%2Fa.example%2Fcb&scope=openid%20email&state=eyJhIjoxfQ%3D%3D',
  ],
  [
    'Referer',
    'https://a.example/?utm_source=mail&filter[price]=10..20&tags=a,b;c&email=o%27brien%40a.example',
  ],
  ['X-Userdata', 'traceId=e91d93a63e34&domain=ecs-core&page=server/list&session=NDF_wr62'],
  ['CF-Visitor', '{"scheme":"https"}'],
  ['X-Device', 'iPhone; iOS 17.1; Scale/3.00'],
  ['X-Filename', "Bob's (1) -- final.docx"],
  [
    'Cookie',
    'a=1; Secure; HttpOnly; path=/; __Host-x="abc def"; prefs={"a":"b"}; _ga_ABC=GS1.1.169.1.1.0.0.0',
  ],
  ['Cookie', 'OptanonConsent=isGpcEnabled=0&datestamp=Mon+Nov&groups=C0001%3A1%2CC0002%3A0; x= y ; ; ;='],
  [
    'Cookie',
    'cart[3]=2; user{1}=x; csrf="a=b;c"; s="s:abc.def/=="; $Version=1; v="1\\054 2"; j="%22id%22"; {"a":1}',
  ],
];

const FILE_NAMES = [
  "Bob's CV; final -- v2 (1).docx",
  'Screenshot 2024-01-01 at 10.00.00 (1).png',
  'a&b | c.pdf',
  'select from menu.jpg',
  '[draft] 50% off {new}.psd',
  'C:\\fakepath\\a.png',
  'Drop Table Lamp.jpg',
  'Invoice - 1=1.pdf',
];

describe.each(['medium', 'high'] as const)('at %s, wherever applications read from', (sensitivity) => {
  const site = sites[sensitivity];

  it.each(Object.entries(PLACES))('%s: every family is found', (_place, request) => {
    const missed = Object.entries(ATTACKS).filter(
      ([, attack]) => sendRequest(site, request(attack)).interruption === null,
    );
    expect(missed.map(([family]) => family)).toEqual([]);
  });

  it.each(BENIGN)('ordinary: %s: %s', (name, value) => {
    expect(matchedIds(sendRequest(site, { headers: [name, value] }))).toEqual([]);
  });

  it.each(FILE_NAMES)('ordinary file: %s', (name) => {
    const request = part(`name="f"; filename="${quoted(name)}"`, 'Content-Type: image/png\r\n');
    expect(matchedIds(sendRequest(site, request))).toEqual([]);
  });
});

describe('database operators and prototypes in the name of a cookie', () => {
  it.each(['token[$ne]=1', 'a.__proto__[x]=1', 'a; password[$gt]'])('%s', (text) => {
    expect(sendRequest(sites.medium, { headers: ['Cookie', text] }).interruption).not.toBeNull();
  });
});

it('an exception for a cookie or a header holds for every way in which it is read', () => {
  const excluded = (target: string) =>
    managedRuleSet.withOverlay({
      exclusions: [{ name: 'known', by: { tag: 'family/sql-injection' }, target }],
      tx: { blocking_paranoia_level: '2' },
    });
  const attack = ATTACKS['SQL injection'];
  for (const [target, name, value] of [
    ['REQUEST_COOKIES:a', 'Cookie', `a="${octal(attack)}"`],
    ['REQUEST_HEADERS:X-Any', 'X-Any', attack],
    ['REQUEST_HEADERS:Referer', 'Referer', `/?q=${encodeURIComponent(attack)}`],
  ] as const) {
    expect(sendRequest(sites.medium, { headers: [name, value] }).interruption).not.toBeNull();
    expect(sendRequest(excluded(target), { headers: [name, value] }).interruption).toBeNull();
  }
});
