/** What people and programs send in an ordinary week passes at low and at medium, byte for byte. */
import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { stopAll } from '../../test-support/forwarding-edge.ts';
import {
  browserForm,
  chunked,
  FORM_TYPE,
  type Stand,
  send,
  sha,
  stand,
  typed,
  utf8,
  wire,
} from '../../test-support/managed-edge.ts';

const JSON_TYPE = typed('application/json');
const FORM = typed('application/x-www-form-urlencoded');

interface Sent {
  bytes: Buffer;
  body: Buffer;
}
const post = (headers: string, body: Buffer | string, path = '/', method = 'POST'): Sent => {
  const bytes = typeof body === 'string' ? utf8(body) : body;
  return { bytes: wire(headers, bytes, path, method), body: bytes };
};
const json = (document: unknown, path = '/api', headers = '') =>
  post(JSON_TYPE + headers, JSON.stringify(document), path);
const form = (fields: Record<string, string>, path = '/') =>
  post(FORM, new URLSearchParams(fields).toString(), path);
const get = (path: string, headers = '') => post(headers, '', path, 'GET');
const base64 = (text: string) => Buffer.from(text).toString('base64');

const MARKDOWN = `# How the importer works

It's run once a night – see "Nightly jobs" below; don't start it by hand && don't stop it, either.

\`\`\`sql
SELECT id, name FROM products WHERE price > 10 ORDER BY name;
\`\`\`

\`\`\`js
const total = items.filter((item) => item.price > 10 && item.stock).reduce((sum, item) => sum + item.price, 0);
\`\`\`

\`\`\`python
def total(items):
    return sum(item["price"] for item in items if item["stock"] or item["ordered"])
\`\`\`

\`\`\`php
<?php foreach ($items as $item) { echo htmlspecialchars($item->name), "\\n"; } ?>
\`\`\`

\`\`\`sh
npm run build
cp dist/app.tar.gz backup/
\`\`\`

\`\`\`html
<ul class="items"><li>Chairs &amp; tables</li></ul>
\`\`\`
`;

const ARTICLE = `<!-- wp:paragraph --><p>Today we look at <code>flex</code> and <em>grid</em>; it&#8217;s 5&nbsp;o&#8217;clock &#8230;</p>
<!-- /wp:paragraph --><!-- wp:code {"className":"language-css"} --><pre class="wp-block-code"><code>.list { display: grid; gap: 1rem }
.list &gt; li:nth-child(2n+1) { color: #333 }</code></pre><!-- /wp:code -->
<!-- wp:image {"id":42,"sizeSlug":"large"} --><figure class="wp-block-image size-large"><img
src="https://blog.example.com/wp-content/uploads/2026/11/grid.png" alt="Two columns" class="wp-image-42"/></figure><!-- /wp:image -->
`;

const ASSERTION =
  '<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_5" Version="2.0" Destination="https://shop.example/acs">' +
  '<saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">https://login.example/metadata</saml:Issuer><saml:Assertion>' +
  '<saml:Subject><saml:NameID>jane@shop.example</saml:NameID></saml:Subject><saml:AttributeStatement><saml:Attribute Name="role">' +
  '<saml:AttributeValue>R&amp;D</saml:AttributeValue></saml:Attribute></saml:AttributeStatement></saml:Assertion></samlp:Response>';

const TOKEN = [
  { alg: 'RS256', kid: 'k1' },
  { iss: 'https://login.example/realms/shop', sub: '42', scope: 'openid profile', name: "Siobhán O'Brien" },
]
  .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
  .concat('c2lnbmF0dXJl')
  .join('.');

const CALLS = Array.from({ length: 120 }, (_, id) => ({
  jsonrpc: '2.0',
  id,
  method: id % 2 === 0 ? 'inventory.update' : 'inventory.get',
  params: {
    sku: `CH-${id}`,
    note: `it's no. ${id} & counting`,
    tags: ['new', 'oak'],
    stock: { from: 1, to: id },
  },
}));

/** Name and request, small ones. */
const MESSAGES: Readonly<Record<string, Sent>> = {
  'GraphQL with variables': json(
    {
      operationName: 'Products',
      query:
        'query Products($filter: ProductFilter!, $first: Int = 20) {\n  products(filter: $filter, first: $first) { edges { node { id name ... on Chair { legs } } } }\n}',
      variables: { filter: { and: [{ price: { gt: 10 } }, { name: { contains: "o'clock" } }] }, first: 50 },
    },
    '/graphql',
  ),
  'GraphQL with a persisted query': get(
    `/graphql?operationName=Cart&variables=${encodeURIComponent('{"id":"c-1","after":"YXJyYXljb25uZWN0aW9uOjI1"}')}&extensions=${encodeURIComponent('{"persistedQuery":{"version":1,"sha256Hash":"5fea1e"}}')}`,
  ),
  'a batch of JSON-RPC': json(CALLS, '/rpc'),
  'a long post of WordPress': json(
    {
      title: 'Columns, rows & gaps',
      content: ARTICLE.repeat(60),
      status: 'draft',
      meta: { _edit_lock: '1764000000:1' },
    },
    '/wp-json/wp/v2/posts/42?_locale=user',
    `X-WP-Nonce: 3f9c1d2e4a\r\nAuthorization: Bearer ${TOKEN}\r\n`,
  ),
  'a post of the old editor': form({
    post_title: 'Columns, rows & gaps',
    content: ARTICLE,
    _wp_http_referer: '/wp-admin/post.php?post=42&action=edit',
    post_ID: '42',
  }),
  'markdown with six languages': json(
    { title: 'Importer', body: MARKDOWN, labels: ['docs', 'ops'] },
    '/api/pages',
  ),
  'markdown in a form': browserMessage({ title: 'Importer', 'wiki[content]': MARKDOWN }),
  'a SAML response': form(
    { SAMLResponse: base64(ASSERTION), RelayState: 'https://shop.example/orders?page=2' },
    '/acs',
  ),
  'an OAuth redirect': get(
    '/oauth/authorize?response_type=code&client_id=shop&redirect_uri=https%3A%2F%2Fapp.example%2Fcallback%3Ffrom%3Dmenu&scope=openid%20profile&state=eyJyIjoiL29yZGVycyJ9&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256',
    `Referer: https://app.example/login?next=%2Forders%3Fpage%3D2%26sort%3D-date\r\nCookie: session=${TOKEN}; theme=dark\r\n`,
  ),
  'an OAuth callback': get(
    '/callback?code=4%2F0AeaYSHB-x_y&state=eyJyIjoiL29yZGVycyJ9&iss=https%3A%2F%2Flogin.example',
  ),
  'an exchange of a code': form(
    {
      grant_type: 'authorization_code',
      code: '4/0AeaYSHB-x_y',
      redirect_uri: 'https://app.example/callback?from=menu',
      client_assertion: TOKEN,
    },
    '/token',
  ),
  'a webhook of payments': json(
    {
      id: 'evt_1',
      object: 'event',
      type: 'invoice.paid',
      data: {
        object: {
          id: 'in_1',
          customer_name: "Siobhán O'Brien",
          hosted_invoice_url: 'https://pay.example/i/acct_1/test_YWNjdF8x?s=ap',
          lines: { data: [{ description: '1 × Oak chair (at €49.00 / month)', amount: 4900, metadata: {} }] },
          status_transitions: { paid_at: 1_764_000_000, voided_at: null },
        },
      },
    },
    '/hooks/payments',
    'Stripe-Signature: t=1764000000,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd\r\n',
  ),
  'a webhook of a code host': json(
    {
      ref: 'refs/heads/main',
      compare: 'https://code.example/shop/web/compare/1a2b3c...4d5e6f',
      commits: [
        {
          id: '4d5e6f',
          message: "Don't select twice; keep the old table view\n\nFixes #12 (see docs/import.md)",
          added: ['src/import/select.ts', '.github/workflows/ci.yml'],
          removed: ['src/old/union.ts'],
          author: { name: 'Jane <3', email: 'jane@users.example' },
        },
      ],
      head_commit: { tree_id: 'ab12', timestamp: '2026-11-20T10:00:00+01:00' },
    },
    '/hooks/code',
    'X-Hub-Signature-256: sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17\r\n',
  ),
  'a webhook as a form': form({
    payload: JSON.stringify({ action: 'opened', issue: { title: "It's slow", body: MARKDOWN } }),
  }),
  'a packed report': post(
    `${JSON_TYPE}Content-Encoding: gzip\r\n`,
    gzipSync(JSON.stringify(CALLS.map(({ params }) => ({ level: 'info', message: params.note })))),
  ),
};

function browserMessage(fields: Record<string, string>): Sent {
  return post(FORM_TYPE, browserForm(Object.entries(fields).map(([name, value]) => ({ name, value }))));
}

const CSV = `sku,name,price,note\n${Array.from({ length: 40_000 }, (_, at) => `CH-${at},"Oak chair, no. ${at}",${at % 90}.00,"it's new; & good"`).join('\n')}\n`;
const KILOBYTE = 1_000;
const MEGABYTE = 1_000 * KILOBYTE;
/** Most of what people upload is small, some of it is a film. */
const FILE_SIZES = [
  ...Array.from({ length: 46 }, (_, at) => 0.1 * 1.09 ** at * MEGABYTE).map(Math.round),
  ...[12, 20, 35, 50].map((megabytes) => megabytes * MEGABYTE),
];

/** Of any length: chunks of uploads, and bodies that are a file. */
function uploads(): Record<string, Sent> {
  const file = randomBytes(1_600 * KILOBYTE);
  const octets = typed('application/octet-stream');
  return {
    'a chunk of a tus upload': post(
      `${typed('application/offset+octet-stream')}Tus-Resumable: 1.0.0\r\nUpload-Offset: 1600000\r\n`,
      file,
      '/files/24e533e02ec3bc40c387f1a0e460e216',
      'PATCH',
    ),
    'the beginning of a tus upload': post(
      `Tus-Resumable: 1.0.0\r\nUpload-Length: 1600000\r\nUpload-Metadata: filename ${base64('Photo (1).jpg')},type ${base64('image/jpeg')}\r\n`,
      '',
      '/files',
    ),
    'a PUT of WebDAV': post(octets, file, '/dav/Photos/At%20the%20lake%20(1).jpg', 'PUT'),
    'a document by WebDAV': post(typed('text/markdown'), MARKDOWN, '/dav/notes/importer.md', 'PUT'),
    'a chunk of a form': post(
      FORM_TYPE,
      browserForm([
        { name: 'resumableChunkNumber', value: '3' },
        { name: 'resumableFilename', value: 'Film – 1.mp4' },
        { name: 'file', file: file.subarray(0, 1_000 * KILOBYTE), filename: 'blob' },
      ]),
    ),
    'a part of an object': post(octets, file, '/bucket/film.mp4?partNumber=3&uploadId=VXBsb2FkIElE', 'PUT'),
    'an import of CSV in a form': post(
      FORM_TYPE,
      browserForm([
        { name: 'kind', value: 'products' },
        { name: 'file', file: utf8(CSV), filename: 'products.csv', type: 'text/csv' },
      ]),
    ),
    'an import of CSV': post(typed('text/csv'), CSV, '/api/import'),
  };
}

afterEach(stopAll);

describe.each(['low', 'medium'] as const)('an ordinary week at %s', (sensitivity) => {
  async function expectAllArrive({ edge, arrived }: Stand, requests: Record<string, Sent>) {
    for (const [what, { bytes, body }] of Object.entries(requests)) {
      const status = await send(edge.port, bytes);
      const matches = edge.records.at(-1)?.transaction?.audit().matches ?? [];
      const rules = matches.filter(({ score }) => score > 0).map(({ ruleId }) => ruleId);
      expect([what, status, status === 200 ? [] : rules]).toEqual([what, 200, []]);
      expect([what, arrived.at(-1)?.hash]).toEqual([what, sha(body)]);
    }
    expect(arrived).toHaveLength(Object.keys(requests).length);
  }

  it('messages pass', async () => {
    await expectAllArrive(await stand(sensitivity), MESSAGES);
  });

  it('uploads pass', async () => {
    await expectAllArrive(await stand(sensitivity), uploads());
  });

  it('fifty files of 0.1 to 50 MB in browser forms pass', async () => {
    const { edge, arrived } = await stand(sensitivity);
    const contents = randomBytes(Math.max(...FILE_SIZES));
    for (const size of FILE_SIZES) {
      const file = contents.subarray(-size);
      const body = browserForm([{ name: 'file', file, filename: `Film ${size}.mp4` }]);
      expect([size, await send(edge.port, wire(FORM_TYPE, body))]).toEqual([size, 200]);
      expect(arrived.at(-1)?.hash).toBe(sha(body));
    }
    expect(arrived).toHaveLength(50);
  });

  it.each([0.1, 1, 2.5, 12])('files of %d MB in browser forms pass', async (megabytes) => {
    const { edge, arrived } = await stand(sensitivity);
    const file = randomBytes(megabytes * 1_000 * KILOBYTE);
    const body = browserForm([
      { name: 'album', value: 'At the lake – 2026' },
      { name: 'photos[]', file, filename: "Jane's photo (1).jpg" },
      { name: 'photos[]', file: file.subarray(0, 50 * KILOBYTE), filename: 'IMG_0001.HEIC' },
      { name: 'note', value: MARKDOWN },
    ]);
    for (const bytes of [wire(FORM_TYPE, body), chunked(FORM_TYPE, body)])
      expect(await send(edge.port, bytes)).toBe(200);
    expect(arrived.map(({ hash }) => hash)).toEqual([sha(body), sha(body)]);
  });
});
