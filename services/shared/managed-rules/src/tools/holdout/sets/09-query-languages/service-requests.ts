// biome-ignore-all lint/suspicious/noTemplateCurlyInString: clients send it
import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { archive } from '../../support/archive.ts';
import {
  browser,
  browserForm,
  browserJson,
  browserParts,
  client,
  clientForm,
  clientJson,
  get,
  noise,
  token,
} from '../../support/clients.ts';
import type { HoldoutRequest } from '../../support/request.ts';

const b64 = (value: string | Buffer): string => Buffer.from(value as string).toString('base64');
const raw = (target: string, ...headers: string[]): HoldoutRequest => client('GET', target, headers);
const upload = (file: string, type: string, content: string | Buffer): HoldoutRequest =>
  browserParts('/files', [
    { name: '_csrf', content: 'Zk81qL' },
    { name: 'file', file, type, content },
  ]);
const poll = (body: string): HoldoutRequest =>
  browser(
    'POST',
    '/socket.io/?EIO=4&transport=polling&sid=Zk81',
    ['Content-Type', 'text/plain;charset=UTF-8'],
    body,
  );
const OFFICE = 'application/vnd.openxmlformats-officedocument.';
const TYPES =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>';
const RELS =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>';
const LINK =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId4" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink" Target="https://www.example.org/a?b=1&amp;c=2" TargetMode="External"/><Relationship Id="rId3" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="../media/image1.png"/></Relationships>';
const letter = (text: string): string =>
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${text
    .split('\n')
    .map(
      (line) =>
        `<w:p><w:r><w:t xml:space="preserve">${line.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</w:t></w:r></w:p>`,
    )
    .join('')}</w:body></w:document>`;
const frame = (bytes: Buffer): Buffer => {
  const head = Buffer.alloc(5);
  head.writeUInt32BE(bytes.length, 1);
  return Buffer.concat([head, bytes]);
};
const SAML_REQUEST =
  '<samlp:AuthnRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_a7" Version="2.0" IssueInstant="2026-11-27T10:00:00Z" AssertionConsumerServiceURL="https://shop.example/acs" Destination="https://idp.example/sso"><saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">https://shop.example/metadata</saml:Issuer></samlp:AuthnRequest>';
const tool = (name: string, input: unknown): HoldoutRequest =>
  clientJson('/mcp', { jsonrpc: '2.0', id: 4, method: 'tools/call', params: { name, arguments: input } });
const LESSON =
  'Lesson 3: SELECT name FROM pupils WHERE class = 4\n<script> tags load code\nUse ; between commands\n1 OR 2 & 3';

/** Of the set `query-languages`: honest requests of programs; written before any rule was tried on them. */
export const QUERY_LANGUAGE_SERVICE_REQUESTS: Readonly<Record<string, HoldoutRequest>> = {
  'Socket.IO: a message': poll('42["message",{"room":"general","text":"It\'s 5 > 3, isn\'t it? :) <3"}]'),
  'Socket.IO: an acknowledgement': poll('42/admin,17["save",{"rows":[{"id":1,"v":"a; b"}]}]'),
  'Socket.IO: a ping and a message': poll('3\u001e42["typing",true]'),
  'Socket.IO: bytes': poll('451-["file",{"_placeholder":true,"num":0}]\u001ebAQIDBAUGBwg='),
  'SignalR: an invocation': browser(
    'POST',
    '/hub?id=Zk81',
    ['Content-Type', 'text/plain;charset=UTF-8'],
    '{"type":1,"invocationId":"3","target":"SendMessage","arguments":["ann","Rock \'n\' roll & more -- at 8"]}\u001e',
  ),
  'SignalR: a handshake': browser(
    'POST',
    '/hub?id=Zk81',
    ['Content-Type', 'text/plain;charset=UTF-8'],
    '{"protocol":"json","version":1}\u001e',
  ),
  'SockJS: a publish': browser(
    'POST',
    '/sockjs/000/zk81/xhr_send',
    ['Content-Type', 'text/plain'],
    JSON.stringify(['{"type":"publish","address":"a.b","body":{"t":"x > y"}}']),
  ),
  'STOMP: a frame': browser(
    'POST',
    '/sockjs/000/zk81/xhr_send',
    ['Content-Type', 'text/plain'],
    JSON.stringify(['SEND\ndestination:/app/chat\ncontent-length:14\n\n{"t":"hello !"}\0']),
  ),
  'gRPC-web: a search': client(
    'POST',
    '/shop.Items/Search',
    ['Content-Type', 'application/grpc-web+proto', 'X-Grpc-Web', '1'],
    frame(Buffer.from('\x0a\x09red shoes\x10\x05\x1a\x05-date', 'latin1')),
  ),
  'gRPC-web: in base64': client(
    'POST',
    '/shop.Items/Search',
    ['Content-Type', 'application/grpc-web-text'],
    b64(frame(Buffer.from("\x0a\x0fO'Neill & Sons;", 'latin1'))),
  ),
  'Connect: by GET': get('/shop.Items/Get', {
    connect: 'v1',
    encoding: 'json',
    message: '{"name":"items/7","view":"FULL"}',
  }),
  'protobuf: metrics': client(
    'POST',
    '/v1/metrics',
    ['Content-Type', 'application/x-protobuf', 'Content-Encoding', 'gzip'],
    gzipSync(noise(400, 'metrics')),
  ),
  'SAML: a request': get('/sso', {
    SAMLRequest: b64(deflateRawSync(SAML_REQUEST)),
    RelayState: 'https://shop.example/a?b=1',
    SigAlg: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    Signature: b64(noise(256, 'sig')),
  }),
  'SAML: a response': browserForm('/acs', {
    SAMLResponse: b64(
      `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_r1" Version="2.0"><saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"><ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:SignedInfo><ds:CanonicalizationMethod Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"/><ds:Reference URI="#_r1"><ds:Transforms><ds:Transform Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature"/></ds:Transforms><ds:DigestValue>${b64(noise(32, 'd'))}</ds:DigestValue></ds:Reference></ds:SignedInfo><ds:SignatureValue>${b64(noise(256, 's'))}</ds:SignatureValue><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${b64(noise(800, 'c'))}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></ds:Signature><saml:Subject><saml:NameID>jane.o'neill@example.org</saml:NameID></saml:Subject><saml:AttributeStatement><saml:Attribute Name="groups"><saml:AttributeValue>CN=Sales &amp; Support,OU=Groups,DC=example,DC=org</saml:AttributeValue></saml:Attribute></saml:AttributeStatement></saml:Assertion></samlp:Response>`,
    ),
    RelayState: '/',
  }),
  'token: a kid in hex': raw(
    '/me',
    'Authorization',
    `Bearer ${token({ alg: 'RS256', kid: 'a3f1c09e7d5b4421' }, { sub: 'auth0|65f1', iss: 'https://idp.example/' })}`,
  ),
  'token: a kid as a thumbprint': raw(
    '/me',
    'Authorization',
    `Bearer ${token({ alg: 'ES256', typ: 'JWT', kid: 'NjVBRjY5MDlCMUIwNzU4RTA2QzZFMDQ4QzQ2MDAyQjVDNjk1RTM2Qg' }, { sub: '7', aud: ['a', 'b'], scope: 'openid profile' })}`,
  ),
  'token: a kid of Firebase': raw(
    '/me',
    'Authorization',
    `Bearer ${token({ alg: 'RS256', kid: '5c20baf3a4cb0e2db0e58a7a8b0bd2a4f6a1e7b2', typ: 'JWT' }, { iss: 'https://securetoken.google.com/a', name: "Zoë O'Hara", picture: 'https://lh3.example/a=s96-c' })}`,
  ),
  'token: a kid of a cluster': raw(
    '/api',
    'Authorization',
    `Bearer ${token({ alg: 'RS256', kid: 'DQxV-8kPmzQ_x2' }, { iss: 'kubernetes/serviceaccount', sub: 'system:serviceaccount:default:web', 'kubernetes.io': { namespace: 'default' } })}`,
  ),
  'token: a kid that is an address of ours': raw(
    '/api',
    'Authorization',
    `Bearer ${token({ alg: 'RS256', kid: 'https://vault.shop.example/keys/web/7f3a' }, { sub: 'svc' })}`,
  ),
  'token: DPoP': raw(
    '/api',
    'Authorization',
    'DPoP kz8',
    'DPoP',
    token(
      {
        typ: 'dpop+jwt',
        alg: 'ES256',
        jwk: {
          kty: 'EC',
          crv: 'P-256',
          x: 'l8tFrhx-34tV3hRICRDY9zCkDlpBhF42UQUfWVAWBFs',
          y: '9VE4jf_Ok_o64zbTTlcuNJajHmt6v9TDVrU0CdvGRDA',
        },
      },
      { jti: 'a', htm: 'GET', htu: 'https://shop.example/api', iat: 1764233000 },
    ),
  ),
  'token: a chain of certificates': raw(
    '/api',
    'Authorization',
    `Bearer ${token({ alg: 'RS256', x5c: [b64(noise(500, 'x5c'))], x5t: 'fGq' }, { sub: '7' })}`,
  ),
  'token: of Apple': clientJson('/notify', {
    signedPayload: token(
      { alg: 'ES256', x5c: [b64(noise(400, 'a')), b64(noise(400, 'b'))] },
      {
        notificationType: 'DID_RENEW',
        data: { signedTransactionInfo: token({ alg: 'ES256' }, { productId: 'a.b.c', price: 990 }) },
      },
    ),
  }),
  'session: of Flask': raw(
    '/',
    'Cookie',
    `session=.${Buffer.from(deflateSync(JSON.stringify({ _flashes: [['info', "Welcome, O'Hara!"]], user_id: 7, next: '/a?b=1' }))).toString('base64url')}.aSd1.x1`,
  ),
  'session: of Express': raw(
    '/',
    'Cookie',
    `sess=${b64('{"passport":{"user":"a@example.org"},"flash":{"error":["Wrong name or password"]}}')}; sess.sig=ab12`,
  ),
  'session: of Laravel': raw(
    '/',
    'Cookie',
    `laravel_session=${encodeURIComponent(b64(JSON.stringify({ iv: b64(noise(16, 'i')), value: b64(noise(96, 'v')), mac: noise(32, 'm').toString('hex'), tag: '' })))}`,
  ),
  'session: of Rails': raw(
    '/',
    'Cookie',
    `_app_session=${encodeURIComponent(`${b64(noise(180, 'r'))}--${b64(noise(12, 'n'))}--${b64(noise(16, 't'))}`)}`,
  ),

  'DOCX: a letter': upload(
    'letter.docx',
    `${OFFICE}wordprocessingml.document`,
    archive({
      '[Content_Types].xml': TYPES,
      '_rels/.rels': RELS,
      'word/document.xml': letter("Dear Ms O'Hara,\nplease find 5 > 3 items & more."),
      'word/_rels/document.xml.rels': LINK,
      'word/media/image1.png': noise(900, 'png'),
    }),
  ),
  'DOCX: a lesson': upload(
    'lesson.docx',
    `${OFFICE}wordprocessingml.document`,
    archive({ '[Content_Types].xml': TYPES, '_rels/.rels': RELS, 'word/document.xml': letter(LESSON) }),
  ),
  'DOCX: streamed': upload(
    'a.docx',
    `${OFFICE}wordprocessingml.document`,
    archive(
      {
        '[Content_Types].xml': TYPES,
        '_rels/.rels': RELS,
        'word/document.xml': letter('Minutes of the meeting\n1. Union; 2. Select committee'),
      },
      { how: 'streamed' },
    ),
  ),
  'XLSX: a table': upload(
    't.xlsx',
    `${OFFICE}spreadsheetml.sheet`,
    archive({
      '[Content_Types].xml': TYPES,
      'xl/workbook.xml':
        '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheets><sheet name="A &amp; B" sheetId="1"/></sheets></workbook>',
      'xl/worksheets/sheet1.xml':
        '<worksheet><sheetData><row r="1"><c r="A1"><f>IF(AND(B1&gt;0,C1&lt;&gt;""),SUM(B1:C1),"or")</f><v>7</v></c></row></sheetData></worksheet>',
      'xl/sharedStrings.xml': "<sst><si><t>O'Neill; 5 &gt; 3</t></si></sst>",
    }),
  ),
  'XLSX: links to other books': upload(
    't.xlsx',
    `${OFFICE}spreadsheetml.sheet`,
    archive({
      'xl/externalLinks/_rels/externalLink1.xml.rels':
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/externalLinkPath" Target="prices.xlsx" TargetMode="External"/></Relationships>',
      'xl/worksheets/_rels/sheet1.xml.rels':
        '<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/drawing" Target="../drawings/drawing1.xml"/></Relationships>',
    }),
  ),
  'PPTX: slides': upload(
    't.pptx',
    `${OFFICE}presentationml.presentation`,
    archive({
      '[Content_Types].xml': TYPES,
      'ppt/slides/slide1.xml': '<p:sld><a:t>Drop table by table, we update the kitchen</a:t></p:sld>',
      'ppt/slides/_rels/slide1.xml.rels': LINK,
    }),
  ),
  'ODT: a letter': upload(
    'a.odt',
    'application/vnd.oasis.opendocument.text',
    archive({
      mimetype: 'application/vnd.oasis.opendocument.text',
      'content.xml':
        '<?xml version="1.0" encoding="UTF-8"?><office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"><office:scripts/><office:body><office:text><text:p>Hello &amp; bye</text:p></office:text></office:body></office:document-content>',
      'META-INF/manifest.xml': '<?xml version="1.0" encoding="UTF-8"?><manifest:manifest/>',
    }),
  ),
  'ODT: a manifest of old': upload(
    'a.odt',
    'application/vnd.oasis.opendocument.text',
    archive({
      'META-INF/manifest.xml':
        '<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE manifest:manifest PUBLIC "-//OpenOffice.org//DTD Manifest 1.0//EN" "Manifest.dtd"><manifest:manifest/>',
      'content.xml': '<office:document-content/>',
    }),
  ),
  'EPUB: a book': upload(
    'b.epub',
    'application/epub+zip',
    archive({
      mimetype: 'application/epub+zip',
      'META-INF/container.xml':
        '<?xml version="1.0"?><container version="1.0"><rootfiles><rootfile full-path="OEBPS/a.opf"/></rootfiles></container>',
      'OEBPS/a.xhtml':
        '<?xml version="1.0" encoding="utf-8"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.1//EN" "http://www.w3.org/TR/xhtml11/DTD/xhtml11.dtd"><html xmlns="http://www.w3.org/1999/xhtml"><head><title>A</title></head><body><p>x</p></body></html>',
    }),
  ),
  'ZIP: pictures': upload(
    'p.zip',
    'application/zip',
    archive(
      { 'img/a.jpg': noise(700, 'j'), 'img/b.png': noise(700, 'k'), 'read me.txt': 'Two pictures.' },
      { how: 'stored' },
    ),
  ),
  'ZIP: a web page': upload(
    'site.zip',
    'application/zip',
    archive({
      'index.html':
        '<!doctype html><html><head><script src="a.js" defer></script></head><body onload="go()"></body></html>',
      'a.js': 'function go(){document.cookie="a=1"}',
      'a.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8z"/></svg>',
    }),
  ),
  'ZIP: a repository': upload(
    'repo.zip',
    'application/zip',
    archive({
      'a/.github/workflows/ci.yml':
        'on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: npm ci && npm test\n',
      'a/run.sh': '#!/bin/sh\nset -e\ncd "$(dirname "$0")/.."\nexec node a.js "$@"\n',
      'a/schema.sql': 'CREATE TABLE a (id int);\nINSERT INTO a VALUES (1);\nDROP TABLE IF EXISTS b;\n',
    }),
  ),
  'ZIP: of WordPress': upload(
    'theme.zip',
    'application/zip',
    archive({
      'theme/style.css': '/* Theme Name: A */',
      'theme/readme.txt': 'Unzip into wp-content/themes.',
    }),
  ),
  'KMZ: a map': upload(
    'a.kmz',
    'application/vnd.google-earth.kmz',
    archive({
      'doc.kml':
        '<?xml version="1.0" encoding="UTF-8"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>A</name><description><![CDATA[<b>Start</b> & end]]></description></Document></kml>',
    }),
  ),
  'SVGZ: a logo': upload(
    'a.svgz',
    'image/svg+xml',
    gzipSync(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><title>A</title><path d="M0 0h8v8z"/></svg>',
    ),
  ),
  'JAR: a plug-in': upload(
    'a.jar',
    'application/java-archive',
    archive({
      'META-INF/MANIFEST.MF': 'Manifest-Version: 1.0\r\nMain-Class: a.B\r\n',
      'a/B.class': Buffer.concat([
        Buffer.from('cafebabe0000003d', 'hex'),
        noise(500, 'class'),
        Buffer.from('java/lang/Runtime'),
      ]),
    }),
  ),
  'APK: an app': upload(
    'a.apk',
    'application/vnd.android.package-archive',
    archive({
      'AndroidManifest.xml': noise(600, 'axml'),
      'classes.dex': noise(2000, 'dex'),
      'res/a.xml': noise(100, 'res'),
    }),
  ),
  'log: packed': upload(
    'a.log.gz',
    'application/gzip',
    gzipSync('10.0.0.1 - - [27/Nov/2026] "GET /?id=1 HTTP/1.1" 200 5\n'.repeat(50)),
  ),

  'picture: SVG in a data URL': browserJson('/me', {
    avatar: `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path fill="#09f" d="M12 2L2 7l10 5 10-5z"/></svg>')}`,
  }),
  'picture: SVG in base64': browserJson('/me', {
    avatar: `data:image/svg+xml;base64,${b64('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><style>.a{fill:red}</style><rect class="a"/></svg>')}`,
  }),
  'picture: PNG in base64': browserJson('/me', {
    avatar: `data:image/png;base64,${b64(Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), noise(3000, 'p')]))}`,
  }),
  'picture: in markdown': browserJson('/notes', {
    text: `See ![logo](data:image/png;base64,${b64(noise(600, 'q'))} "our logo")`,
  }),
  'drawing: a board': browserJson('/boards/7', {
    shapes: [{ type: 'text', text: 'a -> b; c | d', style: 'font: 12px' }],
    svg: '<svg xmlns="http://www.w3.org/2000/svg"><g><text>a</text></g></svg>',
  }),

  'agent: reads a file': tool('read_file', { path: '/home/ann/project/src/index.ts', offset: 0, limit: 200 }),
  'agent: writes a file': tool('write_file', {
    path: 'src/db.ts',
    content: 'export const find = (id: string) => sql`SELECT * FROM users WHERE id = ${id}`;\n',
  }),
  'agent: runs the tests': tool('bash', {
    command: 'cd web && npm test -- --run 2>&1 | tail -20',
    timeout: 60,
  }),
  'agent: looks for a word': tool('grep', {
    pattern: 'function\\s+(get|set)\\w+\\(',
    path: 'src',
    glob: '*.{ts,tsx}',
  }),
  'agent: asks a database': tool('query', {
    sql: "SELECT status, count(*) FROM orders WHERE created_at >= '2026-11-01' GROUP BY status ORDER BY 2 DESC",
  }),
  'agent: asks a graph': tool('read_cypher', {
    query:
      'MATCH (p:Person)-[:ACTED_IN]->(m:Movie) WHERE m.year > 2000 RETURN p.name, count(m) AS n ORDER BY n DESC LIMIT 5',
  }),
  'agent: asks a document store': tool('find', {
    collection: 'orders',
    filter: { total: { $gte: 100 }, state: { $in: ['paid', 'sent'] } },
    limit: 10,
  }),
  'agent: aggregates': tool('aggregate', {
    collection: 'orders',
    pipeline: [
      { $match: { state: 'paid' } },
      { $group: { _id: '$country', n: { $sum: 1 } } },
      { $sort: { n: -1 } },
    ],
  }),
  'agent: opens a page': tool('browser_navigate', { url: 'https://docs.example.org/guide?v=2#install' }),
  'agent: clicks': tool('browser_click', {
    element: 'Sign in',
    ref: 'e14',
    selector: 'button:has-text("Sign in")',
  }),
  'agent: runs a script in a page': tool('browser_evaluate', {
    function: '() => document.querySelectorAll("h2").length',
  }),
  'agent: a patch': tool('apply_patch', {
    input:
      '*** Begin Patch\n*** Update File: a.py\n@@ def f():\n-    return x == None\n+    return x is None\n*** End Patch',
  }),
  'agent: a step of Python': tool('python', {
    code: 'import pandas as pd\ndf = pd.read_csv("a.csv")\nprint(df.groupby("city").total.sum())',
  }),
  'agent: a result': clientJson('/v1/messages', {
    model: 'm',
    messages: [
      {
        role: 'user',
        content: [
          {
            type: 'tool_result',
            tool_use_id: 't1',
            content: 'src/a.ts:12: const q = `SELECT * FROM t WHERE a = ${b}`;\nsrc/b.ts:3: eval(x)\n',
          },
        ],
      },
    ],
  }),
  'agent: a call': clientJson('/v1/messages', {
    model: 'm',
    messages: [
      {
        role: 'assistant',
        content: [
          {
            type: 'tool_use',
            id: 't1',
            name: 'bash',
            input: { command: 'git status --short && git diff | head -50' },
          },
        ],
      },
    ],
  }),
  'agent: tools that it has': clientJson('/v1/responses', {
    tools: [
      {
        type: 'function',
        name: 'run_query',
        description: 'Runs a read-only query. Example: SELECT 1',
        parameters: {
          type: 'object',
          properties: { sql: { type: 'string' }, limit: { type: 'integer', default: 100 } },
          required: ['sql'],
        },
      },
    ],
  }),
  'agent: embeddings': clientJson('/v1/embeddings', {
    input: ['How do I drop a table?', "What's 1 or 1?", 'rm -rf explained'],
    model: 'e',
  }),
  'agent: an A2A task': clientJson('/a2a', {
    jsonrpc: '2.0',
    id: 1,
    method: 'message/send',
    params: {
      message: { role: 'user', parts: [{ kind: 'text', text: 'Compare the plans; then order by price.' }] },
    },
  }),

  'Sentry: an event': clientJson('/api/1/store/', {
    event_id: noise(16, 'e').toString('hex'),
    platform: 'javascript',
    exception: {
      values: [
        {
          type: 'TypeError',
          value: "Cannot read properties of null (reading 'id')",
          stacktrace: {
            frames: [
              {
                filename: 'https://shop.example/a.js',
                function: 'HTMLElement.onclick',
                lineno: 1,
                colno: 22,
                pre_context: ['const a = b && c;'],
                context_line: "  document.getElementById('x').innerHTML = `<b>${a}</b>`;",
                post_context: ['}'],
              },
            ],
          },
        },
      ],
    },
    breadcrumbs: [
      { category: 'ui.click', message: 'body > div#app > button.btn[type="submit"]' },
      { category: 'query', message: 'SELECT * FROM "items" WHERE "id" = $1' },
      { category: 'fetch', data: { url: '/api/a?b=1', status_code: 500 } },
    ],
  }),
  'Sentry: an envelope': browser(
    'POST',
    '/api/1/envelope/?sentry_version=7&sentry_key=ab',
    ['Content-Type', 'text/plain;charset=UTF-8'],
    `{"event_id":"ab","sent_at":"2026-11-27T10:00:00Z","sdk":{"name":"sentry.javascript.react"}}\n{"type":"transaction"}\n${JSON.stringify(
      {
        spans: [
          { op: 'db.sql.query', description: "SELECT id FROM orders WHERE state = 'open' AND total > %s" },
          { op: 'http.client', description: 'GET /api/orders?sort=-at' },
        ],
        contexts: { trace: { op: 'pageload' } },
      },
    )}\n`,
  ),
  'Sentry: an event of PHP': clientJson('/api/1/store/', {
    platform: 'php',
    exception: {
      values: [
        {
          type: 'PDOException',
          value: "SQLSTATE[42S22]: Column not found: 1054 Unknown column 'nick' in 'where clause'",
          stacktrace: {
            frames: [
              {
                filename: '/var/www/html/index.php',
                lineno: 9,
                context_line: '$stmt->execute([$_POST["nick"]]);',
              },
            ],
          },
        },
      ],
    },
  }),
  'Sentry: an event of Python': clientJson('/api/1/store/', {
    platform: 'python',
    exception: {
      values: [
        {
          type: 'CalledProcessError',
          value: "Command '['git', 'pull']' returned non-zero exit status 1.",
          stacktrace: {
            frames: [
              {
                filename: 'a.py',
                vars: { cmd: "['git', 'pull']", env: "{'PATH': '/usr/bin:/bin'}" },
                context_line: '    subprocess.run(cmd, check=True)',
              },
            ],
          },
        },
      ],
    },
  }),
  'Datadog: logs': clientJson('/api/v2/logs', [
    { ddsource: 'nginx', message: '10.0.0.1 "GET /a?b=1 HTTP/1.1" 404', ddtags: 'env:prod,team:web' },
    { message: 'slow query: SELECT * FROM a JOIN b ON a.id = b.a_id WHERE b.x IN (1,2,3)' },
  ]),
  'OpenTelemetry: a span': clientJson('/v1/traces', {
    resourceSpans: [
      {
        scopeSpans: [
          {
            spans: [
              {
                name: 'SELECT shop.orders',
                attributes: [
                  {
                    key: 'db.query.text',
                    value: { stringValue: 'SELECT o.id FROM orders o WHERE o.user_id = ? AND o.state <> ?' },
                  },
                  { key: 'code.function.name', value: { stringValue: 'OrderRepository.findAll' } },
                  { key: 'db.system', value: { stringValue: 'mongodb' } },
                ],
              },
            ],
          },
        ],
      },
    ],
  }),
  'Grafana: a query': clientJson('/api/ds/query', {
    queries: [
      {
        refId: 'A',
        rawSql:
          'SELECT $__timeGroup(at, 1h) AS time, count(*) FROM orders WHERE $__timeFilter(at) GROUP BY 1 ORDER BY 1',
        format: 'time_series',
      },
    ],
    from: 'now-6h',
    to: 'now',
  }),
  'Grafana: Loki': get('/loki/api/v1/query_range', {
    query: '{app="web"} |~ "(?i)error|timeout" | logfmt | duration > 1s',
    limit: '100',
  }),
  'Prometheus: a range': get('/api/v1/query_range', {
    query: 'histogram_quantile(0.99, sum by (le) (rate(http_seconds_bucket{job=~"a|b"}[5m])))',
    start: '1764230000',
    end: '1764233000',
    step: '15',
  }),
  'Kibana: a search': clientJson('/internal/bsearch', {
    batch: [
      {
        request: {
          params: {
            index: 'logs-*',
            body: {
              query: {
                bool: {
                  must: [
                    { query_string: { query: 'level:error AND NOT service:web', analyze_wildcard: true } },
                  ],
                  filter: [{ range: { '@timestamp': { gte: 'now-15m' } } }],
                },
              },
              script_fields: {},
              sort: [{ '@timestamp': { order: 'desc' } }],
              _source: { excludes: [] },
            },
          },
        },
      },
    ],
  }),
  'Elasticsearch: a multi search': client(
    'POST',
    '/_msearch',
    ['Content-Type', 'application/x-ndjson'],
    '{"index":"products"}\n{"query":{"multi_match":{"query":"red shoes","fields":["title^3","body"]}},"aggs":{"price":{"range":{"field":"price","ranges":[{"to":50},{"from":50}]}}},"size":24}\n',
  ),
  'Algolia: a search': browserJson('/1/indexes/*/queries', {
    requests: [
      {
        indexName: 'a',
        params:
          'query=red%20shoes&hitsPerPage=20&facets=%5B%22brand%22%5D&filters=price%20%3E%2010%20AND%20(brand%3AA%20OR%20brand%3AB)&highlightPreTag=%3Cais-highlight-0000000000%3E',
      },
    ],
  }),
  'Meilisearch: a search': browserJson('/indexes/a/search', {
    q: "o'neill",
    filter: ['price > 10 AND price <= 50', 'stock = true OR preorder = true'],
    sort: ['price:asc'],
  }),
  'Typesense: a search': get('/collections/a/documents/search', {
    q: 'shoe',
    query_by: 'title,brand',
    filter_by: 'price:>10 && brand:=[A,B]',
    sort_by: 'price:asc',
  }),
  'Solr: a search': get('/solr/a/select', {
    q: 'title:shoe AND price:[10 TO 50]',
    fq: '{!tag=b}brand:(A OR B)',
    'facet.field': '{!ex=b}brand',
    defType: 'edismax',
    qf: 'title^3 body',
    wt: 'json',
  }),
  'Jira: a search': get('/rest/api/3/search/jql', {
    jql: 'project = SHOP AND resolution = Unresolved ORDER BY priority DESC, updated DESC',
    fields: 'summary,status',
    maxResults: '50',
  }),
  'Jira: a search by POST': browserJson('/rest/api/3/search/jql', {
    jql: 'assignee = currentUser() AND status != Done AND (labels = a OR labels is EMPTY)',
    fields: ['*all'],
  }),
  'Jira: a sprint': get('/rest/agile/1.0/board/7/issue', {
    jql: 'sprint in openSprints() and type = Bug or priority = Highest',
  }),
  'Confluence: a search': get('/wiki/rest/api/search', {
    cql: 'type = page AND space in (DOCS, HR) AND text ~ "holiday rules" order by lastmodified desc',
  }),
  'YouTrack: a search': get('/api/issues', {
    query: 'for: me #Unresolved sort by: updated desc Priority: Critical, Major',
    fields: 'id,summary',
  }),
  'Azure DevOps: WIQL': clientJson('/a/_apis/wit/wiql?api-version=7.1', {
    query:
      "SELECT [System.Id], [System.Title] FROM WorkItems WHERE [System.TeamProject] = @project AND [System.State] <> 'Closed' ORDER BY [System.ChangedDate] DESC",
  }),
  'Salesforce: SOQL': get('/services/data/v61.0/query', {
    q: "SELECT Id, Name FROM Account WHERE Industry = 'Energy' AND CreatedDate = LAST_N_DAYS:30 ORDER BY Name LIMIT 100",
  }),
  'Dataverse: a filter': get('/api/data/v9.2/accounts', {
    $select: 'name,revenue',
    $filter: "revenue gt 100000 and startswith(name,'A')",
    $orderby: 'name asc',
    $top: '50',
  }),
  'Microsoft Graph: users': get('/v1.0/users', {
    $filter: "startsWith(displayName,'J') and accountEnabled eq true",
    $search: '"displayName:wa"',
    $count: 'true',
  }),
  'SharePoint: items': get("/_api/web/lists/getbytitle('Tasks')/items", {
    $filter: "Status eq 'Open' or AssignedTo/Title eq 'Ann'",
    $expand: 'AssignedTo',
  }),
  'PostgREST: rows': raw(
    '/rest/v1/orders?select=id,total,customer(name)&state=in.(open,paid)&or=(total.gt.100,vip.is.true)&order=at.desc',
  ),
  'Supabase: a call': browserJson('/rest/v1/rpc/match_documents', {
    query_embedding: [0.1, -0.2, 0.3],
    match_count: 5,
    filter: {},
  }),
  'Hasura: a list': browserJson('/v1/graphql', {
    query:
      'query L($w: orders_bool_exp!) { orders(where: $w, order_by: {at: desc}, limit: 20) { id total } }',
    variables: { w: { _and: [{ state: { _in: ['open', 'paid'] } }, { name: { _ilike: '%ann%' } }] } },
  }),
  'Strapi: articles': raw(
    '/api/articles?filters[title][$containsi]=shoe&filters[$or][0][price][$lt]=50&filters[$or][1][sale][$eq]=true&sort[0]=price:asc&pagination[pageSize]=25&populate[cover][fields][0]=url',
  ),
  'Payload: posts': raw(
    '/api/posts?where[or][0][title][like]=shoe&where[or][1][price][greater_than]=10&limit=10&depth=1',
  ),
  'Directus: items': get('/items/a', {
    filter: '{"_and":[{"state":{"_eq":"published"}},{"title":{"_icontains":"shoe"}}]}',
    fields: '*,author.name',
    sort: '-at',
  }),
  'Parse: objects': clientJson('/parse/classes/Order', {
    where: { state: { $in: ['open', 'paid'] }, total: { $gte: 10 } },
    limit: 20,
    _method: 'GET',
    _ApplicationId: 'a',
  }),
  'Feathers: orders': raw('/orders?total[$gt]=10&$sort[at]=-1&$limit=20&$skip=40'),
  'LoopBack: products': get('/api/products', {
    filter:
      '{"where":{"and":[{"price":{"gt":10}},{"name":{"like":"shoe","options":"i"}}]},"include":["brand"],"limit":20}',
  }),
  'MongoDB: a data API': clientJson('/action/find', {
    dataSource: 'a',
    database: 'shop',
    collection: 'orders',
    filter: { state: 'open', total: { $gt: 10 } },
    sort: { at: -1 },
  }),
  'Firestore: a query': clientJson('/v1/projects/a/databases/(default)/documents:runQuery', {
    structuredQuery: {
      from: [{ collectionId: 'orders' }],
      where: {
        compositeFilter: {
          op: 'AND',
          filters: [
            { fieldFilter: { field: { fieldPath: 'state' }, op: 'EQUAL', value: { stringValue: 'open' } } },
          ],
        },
      },
      limit: 20,
    },
  }),
  'Firebase: an order': raw('/orders.json?orderBy=%22at%22&startAt=1764230000&limitToFirst=20'),
  'DynamoDB: a query': client(
    'POST',
    '/',
    ['Content-Type', 'application/x-amz-json-1.0', 'X-Amz-Target', 'DynamoDB_20120810.Query'],
    JSON.stringify({
      TableName: 'orders',
      KeyConditionExpression: 'pk = :p AND begins_with(sk, :s)',
      FilterExpression: 'attribute_exists(paidAt) AND total > :t',
      ExpressionAttributeValues: { ':p': { S: 'USER#7' }, ':s': { S: 'ORDER#' }, ':t': { N: '10' } },
    }),
  ),
  'DynamoDB: a statement': client(
    'POST',
    '/',
    ['Content-Type', 'application/x-amz-json-1.0', 'X-Amz-Target', 'DynamoDB_20120810.ExecuteStatement'],
    JSON.stringify({
      Statement: 'SELECT * FROM "orders" WHERE pk = ? AND begins_with(sk, ?)',
      Parameters: [{ S: 'USER#7' }, { S: 'ORDER#' }],
    }),
  ),
  'Neo4j: a statement': clientJson('/db/neo4j/tx/commit', {
    statements: [
      {
        statement:
          'MATCH (p:Person {name: $name})-[:KNOWS]->(f) RETURN f.name AS name ORDER BY name LIMIT $n',
        parameters: { name: "O'Hara", n: 10 },
      },
    ],
  }),
  'SPARQL: by GET': get('/sparql', {
    query:
      'PREFIX dbo: <http://dbpedia.org/ontology/> SELECT ?city ?n WHERE { ?city a dbo:City ; dbo:populationTotal ?n . FILTER (?n > 1000000) } ORDER BY DESC(?n) LIMIT 10',
    format: 'json',
  }),
  'SPARQL: by POST': client(
    'POST',
    '/sparql',
    ['Content-Type', 'application/sparql-query'],
    'SELECT ?item ?itemLabel WHERE { ?item wdt:P31 wd:Q146 . SERVICE wikibase:label { bd:serviceParam wikibase:language "en" } } LIMIT 5',
  ),
  'InfluxDB: Flux': client(
    'POST',
    '/api/v2/query?org=a',
    ['Content-Type', 'application/vnd.flux'],
    'from(bucket: "home")\n  |> range(start: -1h)\n  |> filter(fn: (r) => r._measurement == "temp" and r.room == "bath")\n  |> aggregateWindow(every: 5m, fn: mean)\n  |> yield(name: "mean")\n',
  ),
  'InfluxDB: lines': client(
    'POST',
    '/api/v2/write?org=a&bucket=home',
    ['Content-Type', 'text/plain'],
    'temp,room=bath value=21.5 1764233000000000000\ntemp,room=living\\ room value=22.1,note="warm; 2 > 1" 1764233000000000000\n',
  ),
  'Kusto: a query': clientJson('/v1/rest/query', {
    db: 'Logs',
    csl: 'Requests | where At > ago(1h) and Code >= 500 | summarize n = count() by bin(At, 5m) | render timechart',
  }),
  'Splunk: a search': clientForm('/services/search/jobs', {
    search:
      'search index=web sourcetype=access status>=500 earliest=-1h | stats count by uri_path | sort -count | head 10',
  }),
  'BigQuery: a job': clientJson('/bigquery/v2/projects/a/queries', {
    query:
      'SELECT name, SUM(n) AS total FROM `a.b.c` WHERE state = @state GROUP BY name HAVING total > 10 ORDER BY total DESC',
    useLegacySql: false,
    parameterMode: 'NAMED',
  }),
  'Metabase: a question': browserJson('/api/dataset', {
    database: 1,
    type: 'native',
    native: {
      query: "SELECT date_trunc('month', created_at) AS m, count(*) FROM orders WHERE {{state}} GROUP BY 1",
      'template-tags': { state: { type: 'dimension' } },
    },
  }),
  'phpMyAdmin: a page': browserForm('/phpmyadmin/index.php?route=/sql', {
    db: 'shop',
    table: 'orders',
    sql_query: 'SELECT * FROM `orders` ORDER BY `id` DESC LIMIT 0, 25',
    is_js_confirmed: '0',
  }),
  'Retool: a change': browserJson('/api/pages/7/query', {
    userParams: { queryParams: { 0: 'open' } },
    queryTitle: 'listOrders',
  }),
  'n8n: a workflow': browserJson('/rest/workflows/7', {
    name: 'A',
    nodes: [
      {
        name: 'Set',
        type: 'n8n-nodes-base.set',
        parameters: {
          values: { string: [{ name: 'full', value: '={{ $json.first + " " + $json.last }}' }] },
        },
      },
    ],
  }),
  'GraphQL: a page of many fields': browserJson('/graphql', {
    operationName: 'Page',
    query: `query Page($h: String!) { product(handle: $h) { ${Array.from({ length: 30 }, (_, at) => `m${at}: metafield(namespace: "a", key: "k${at}") { value }`).join(' ')} } }`,
    variables: { h: 'red-shoe' },
  }),
  'GraphQL: a batch': browserJson('/graphql', [
    { query: '{ me { id } }' },
    { query: '{ cart { lines(first: 10) { nodes { id quantity } } } }' },
    { query: '{ menu(handle: "main") { items { title url } } }' },
  ]),
  'GraphQL: a list of GitHub': clientJson('/graphql', {
    query:
      'query { viewer { repositories(first: 50, orderBy: {field: UPDATED_AT, direction: DESC}) { nodes { name stargazerCount defaultBranchRef { target { ... on Commit { history(first: 1) { nodes { messageHeadline } } } } } } } } }',
  }),
  'GraphQL: introspection by a tool': clientJson('/graphql', {
    operationName: 'IntrospectionQuery',
    query:
      'query IntrospectionQuery { __schema { queryType { name } types { kind name fields(includeDeprecated: true) { name args { name type { kind name ofType { kind name } } } } } } }',
  }),
  'XSLT: a style sheet of our own': upload(
    'a.xsl',
    'application/xslt+xml',
    '<?xml version="1.0"?><xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:template match="/"><html><body><xsl:for-each select="//cd[price &gt; 10]"><p><xsl:value-of select="title"/></p></xsl:for-each></body></html></xsl:template></xsl:stylesheet>',
  ),
  'feed: with a style sheet': client(
    'POST',
    '/import',
    ['Content-Type', 'application/xml'],
    '<?xml version="1.0"?><?xml-stylesheet type="text/css" href="/feed.css"?><rss version="2.0"><channel><title>A &amp; B</title></channel></rss>',
  ),
  'calendar: an invitation': client(
    'PUT',
    '/cal/a.ics',
    ['Content-Type', 'text/calendar; charset=utf-8'],
    "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:7@shop.example\r\nSUMMARY:Lunch; O'Hara & co\\, at 12\r\nDESCRIPTION:Join: https://meet.example/j/7?pwd=ab\\nor call +49 30 1\r\nRRULE:FREQ=WEEKLY;BYDAY=MO,WE;COUNT=5\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n",
  ),
  'card: a contact': upload(
    'a.vcf',
    'text/vcard',
    "BEGIN:VCARD\r\nVERSION:3.0\r\nN:O'Hara;Zoë;;Dr.;\r\nTEL;TYPE=CELL:+49 30 1\r\nADR;TYPE=HOME:;;1 Main St.;A;;12345;DE\r\nNOTE:likes SQL & bash; or not\r\nEND:VCARD\r\n",
  ),
  'notebook: saved': browserJson('/api/contents/a.ipynb', {
    type: 'notebook',
    content: {
      nbformat: 4,
      cells: [
        {
          cell_type: 'code',
          source: '!pip install pandas\nimport os\nos.environ["A"] = "1"\n%%sql\nSELECT * FROM t LIMIT 5',
        },
        { cell_type: 'markdown', source: '## Results\n$a^2 + b^2 = c^2$ & <b>more</b>' },
      ],
    },
  }),
  'pub/sub: a push': clientJson('/push', {
    message: {
      data: b64('{"bucket":"a","name":"img/a b.png","metageneration":"1"}'),
      attributes: { eventType: 'OBJECT_FINALIZE' },
    },
    subscription: 'projects/a/subscriptions/b',
  }),
  'Kinesis: a delivery': clientJson('/push', {
    requestId: 'a',
    records: [
      {
        data: b64(
          gzipSync(
            JSON.stringify({
              logGroup: 'a',
              logEvents: [
                { message: 'START RequestId: a Version: $LATEST' },
                { message: 'REPORT Duration: 5 ms' },
              ],
            }),
          ),
        ),
      },
    ],
  }),
  'mail: received': clientJson('/inbound', {
    from: '"O\'Hara, Zoë" <z@example.org>',
    subject: 'Re: [#7] 5 > 3 & more',
    raw: `From: z@example.org\r\nContent-Type: multipart/alternative; boundary="b"\r\n\r\n--b\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n${b64("Hi,\nit's done; see <https://shop.example/a>.\n-- \nZoë")}\r\n--b--\r\n`,
  }),
  'OData: a batch': client(
    'POST',
    '/odata/$batch',
    ['Content-Type', 'multipart/mixed; boundary=b1'],
    '--b1\r\nContent-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\nGET Orders?$filter=State%20eq%20%27open%27 HTTP/1.1\r\nAccept: application/json\r\n\r\n\r\n--b1--\r\n',
  ),
  'a class path of Java in a log': clientJson('/logs', {
    message: 'at com.shop.web.OrderController.list(OrderController.java:42) ~[classes/:na]',
    logger: 'o.s.b.w.e.tomcat',
    level: 'INFO',
    thread: 'http-nio-8080-exec-1',
  }),
  'a rule of a firewall': browserJson('/rules', {
    name: 'Block old',
    expression:
      '(http.request.uri.path contains "/wp-login.php" and not ip.src in {203.0.113.0/24}) or http.user_agent eq ""',
    action: 'block',
  }),
  'a rule of a mail filter': browserJson('/sieve', {
    script:
      'require ["fileinto"];\nif header :contains "Subject" ["[list]", "(digest)"] { fileinto "Lists"; stop; }',
  }),
  'a redirect map': browserForm('/seo', { from: '^/old/(.*)$', to: '/new/$1?src=old', type: '301' }),
  'a schedule': browserForm('/jobs', {
    cron: '*/15 8-18 * * 1-5',
    command: 'report:send --to=sales --format=pdf',
  }),
  'a password of signs': browserForm('/login', {
    user: 'zoe',
    password: 'Tr0ub4dor&3;"x\' (or) 1=one|$(no)',
  }),
  'a name with a quote': browserForm('/account', {
    first: "D'Angelo",
    last: "O'Hara-Müller",
    company: 'A & B "Brothers" <Ltd>; Co.',
  }),
};
