import { bodyRequest, type HoldoutRequest, request } from '../../support/request.ts';
import { INJECTION_TEXTS } from './honest-texts.ts';
import { PLACES } from './places.ts';

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
const json = (document: unknown, target?: string): HoldoutRequest =>
  bodyRequest(JSON_TYPE, JSON.stringify(document), target);
const get = request;
const TOKEN = [
  JSON.stringify({ alg: 'RS256', kid: '2026-11', typ: 'JWT' }),
  JSON.stringify({
    iss: 'https://login.example.org/',
    sub: 'auth0|5f7c8ec7',
    aud: 'shop',
    exp: 1_900_000_000,
  }),
  'a signature of some bytes, not read here',
]
  .map((part) => Buffer.from(part).toString('base64url'))
  .join('.');
const SAML =
  '<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_a1" Version="2.0" Destination="https://shop.example/acs"><saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">https://idp.example.org/</saml:Issuer></samlp:Response>';

/** Requests that are unusual in more than their texts. */
const WHOLE: Readonly<Record<string, HoldoutRequest>> = {
  'a redirect to an own page': get('/login?next=%2Faccount%2Forders%3Fpage%3D2%26sort%3D-date'),
  'a redirect to an own subdomain': get(
    `/login?return_to=${encodeURIComponent('https://app.shop.example/welcome?a=1&b=2#top')}`,
  ),
  'a redirect within a redirect': get(
    `/sso?redirect_uri=${encodeURIComponent(`https://id.shop.example/cb?next=${encodeURIComponent('https://www.shop.example/?x=1')}`)}`,
  ),
  'an address without its scheme': get(`/go?img=${encodeURIComponent('//cdn.shop.example/a/b.jpg?w=200')}`),
  'the beginning of OAuth': get(
    '/authorize?response_type=code&client_id=s6BhdRkqt3&state=eyJub25jZSI6ImFiYyJ9&redirect_uri=https%3A%2F%2Fclient.example.org%2Fcb&scope=openid%20profile%20email&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256',
  ),
  'an answer of OAuth': get(
    '/cb?code=4%2F0AX4XfWh-abc_DEF&state=xyz&scope=email+profile+https%3A%2F%2Fwww.googleapis.example%2Fauth%2Fuserinfo.email&authuser=0&prompt=consent',
  ),
  'a token of OIDC': bodyRequest(FORM, `id_token=${TOKEN}&state=abc&session_state=1.2`, '/signin-oidc'),
  'a token in a header': get('/me', ['Authorization', `Bearer ${TOKEN}`]),
  'a token in a cookie': get('/me', ['Cookie', `session=${TOKEN}; theme=dark`]),
  'a developer at localhost': bodyRequest(
    FORM,
    'name=dev&redirect_uris=http%3A%2F%2Flocalhost%3A3000%2Fcallback',
    '/apps',
  ),
  SAML: bodyRequest(
    FORM,
    `SAMLResponse=${encodeURIComponent(base64(SAML))}&RelayState=%2Fhome%3Fa%3D1`,
    '/acs',
  ),
  'a webhook of a forge': json(
    {
      ref: 'refs/heads/fix/select-from-union',
      commits: [
        {
          id: 'a1',
          message: "Don't drop the table; use `rm -rf node_modules` && npm ci",
          added: ['src/lib.ts', '.env.example'],
        },
      ],
      repository: { html_url: 'https://git.example.org/a/b' },
    },
    '/hooks/git',
  ),
  'a webhook of a shop': json(
    {
      id: 'evt_1',
      type: 'charge.succeeded',
      data: { object: { amount: 100, description: "O'Hara & Co <invoice 7>", metadata: { 'a.b': "x='1'" } } },
    },
    '/hooks/pay',
  ),
  'a webhook of a chat': bodyRequest(
    FORM,
    `payload=${encodeURIComponent(JSON.stringify({ type: 'block_actions', user: { name: "d'angelo" }, actions: [{ value: 'run; build | deploy' }] }))}`,
    '/hooks/chat',
  ),
  GraphQL: json(
    {
      query: 'query Q($id: ID!) { node(id: $id) { ... on Order { lines(first: 10) { nodes { title } } } } }',
      variables: { id: 'Z2lkOi8vc2hvcC9PcmRlci8x' },
      operationName: 'Q',
    },
    '/graphql',
  ),
  'a batch of JSON-RPC': json(
    [
      { jsonrpc: '2.0', id: 1, method: 'system.list', params: [] },
      { jsonrpc: '2.0', id: 2, method: 'exec.status', params: { id: 7 } },
    ],
    '/rpc',
  ),
  'a report of CSP': bodyRequest(
    'application/csp-report',
    JSON.stringify({
      'csp-report': {
        'document-uri': 'https://shop.example/',
        'violated-directive': "script-src 'self'",
        'blocked-uri': 'inline',
        'script-sample': 'onclick attribute',
      },
    }),
    '/csp',
  ),
  'a report of an error': json(
    {
      message: 'Uncaught TypeError: a is not a function',
      stack:
        'TypeError: a is not a function\n    at HTMLButtonElement.<anonymous> (https://shop.example/app.js:10:15)',
      breadcrumbs: [{ category: 'ui.click', message: 'button[type="submit"] > span' }],
    },
    '/errors',
  ),
  'a log of metrics': bodyRequest(
    'text/plain',
    'http_requests_total{method="post",code="200"} 1027 1395066363000\n# HELP x The x.\n',
    '/metrics/job/a',
  ),
  'a spreadsheet in CSV': bodyRequest(
    'text/csv',
    'id,name,formula\n1,"O\'Neill; ""Tea""",=SUM(A1:A3)\n2,"a,b",+1-2\n',
    '/import',
  ),
  'a patch': bodyRequest(
    'text/x-diff',
    '--- a/src/a.sql\n+++ b/src/a.sql\n@@ -1,2 +1,2 @@\n-SELECT 1;\n+SELECT 2; -- two\n',
    '/patches',
  ),
  YAML: bodyRequest(
    'application/yaml',
    '---\nname: build\non: [push]\njobs:\n  test:\n    steps:\n      - run: npm ci && npm test\n',
    '/pipelines',
  ),
  'a search with operators': get(
    `/search?q=${encodeURIComponent('"exact phrase" -not site:example.org (tea OR coffee) AND price:>10')}`,
  ),
  'a filter of OData': get(
    `/odata/Products?$filter=${encodeURIComponent("Price gt 20 and startswith(Name,'O''B')")}&$select=Id,Name&$orderby=Price desc`.replaceAll(
      ' ',
      '%20',
    ),
  ),
  'a filter of JSON:API': get(
    '/articles?filter[title][like]=tea&sort=-created,title&fields[articles]=title,body&include=author.profile',
  ),
  'a range in a shop': get('/list?price[gte]=10&price[lte]=50&in_stock=true&sort=price%3Aasc%2Cname'),
  'a query of Elasticsearch': json(
    {
      query: {
        bool: {
          must: [{ match: { title: 'select from' } }],
          filter: [{ range: { price: { gte: 1, lt: 9 } } }],
        },
      },
      _source: ['a', 'b'],
    },
    '/search',
  ),
  'a search in LDAP': json(
    { base: 'ou=people,dc=example,dc=org', filter: '(&(objectClass=person)(uid=jane))' },
    '/directory',
  ),
  'a cookie of a banner': get('/', [
    'Cookie',
    `consent=${encodeURIComponent('{"necessary":true,"ads":false,"v":"1.0;2026"}')}; _ga=GA1.2.1|x; q="a b"`,
  ]),
  'an agent of a library': get('/', [
    'User-Agent',
    'Mozilla/5.0 (compatible; ExampleBot/2.1; +https://bot.example.org/about?x=1&y=2)',
  ]),
  'a Referer with a search': get('/', [
    'Referer',
    'https://search.example.org/?q=how+to+select+from+a+union&hl=de&source=hp',
  ]),
  'long ids': get(`/items?ids=${Array.from({ length: 60 }, (_, at) => 1000 + at * 7).join(',')}`),
  'a map': get('/tiles?bbox=-0.489,51.28,0.236,51.686&layers=a|b,c;d&crs=EPSG:3857'),
  'an upload of a picture': bodyRequest(
    'multipart/form-data; boundary=b1',
    '--b1\r\nContent-Disposition: form-data; name="file"; filename="it\'s me & you (1).png"\r\nContent-Type: image/png\r\n\r\n\x89PNG\r\n\x1a\n\0\0\0\rIHDR\r\n--b1--\r\n',
    '/media',
  ),
  'an upload of a script for the lesson': bodyRequest(
    'multipart/form-data; boundary=b1',
    '--b1\r\nContent-Disposition: form-data; name="file"; filename="lesson.sql"\r\nContent-Type: application/sql\r\n\r\nSELECT * FROM pets;\nDROP TABLE pets;\n\r\n--b1--\r\n',
    '/media',
  ),
  'a drawing': bodyRequest(
    'multipart/form-data; boundary=b1',
    '--b1\r\nContent-Disposition: form-data; name="file"; filename="logo.svg"\r\nContent-Type: image/svg+xml\r\n\r\n<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd"><svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h1"/></svg>\r\n--b1--\r\n',
    '/media',
  ),
  'a list of Apple': bodyRequest(
    'application/xml',
    '<?xml version="1.0"?><!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd"><plist version="1.0"><dict><key>a</key><true/></dict></plist>',
    '/mdm',
  ),
};

const TEXT_PLACES = ['form', 'JSON', 'query', 'field of a part', 'JSON without a type', 'XML'] as const;

/** Each text in each place where people send texts, and the unusual requests. */
export const INJECTION_REQUESTS: Readonly<Record<string, HoldoutRequest>> = Object.fromEntries([
  ...Object.values(INJECTION_TEXTS)
    .flat()
    .flatMap((text) => TEXT_PLACES.map((place) => [`${place}: ${text.slice(0, 90)}`, PLACES[place](text)])),
  ...Object.entries(WHOLE),
]);
