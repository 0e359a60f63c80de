// biome-ignore-all lint/suspicious/noTemplateCurlyInString: clients send it
import { deflateSync } from 'node:zlib';
import { bodyRequest, type HoldoutRequest, request } from '../../support/request.ts';

const FORM = 'application/x-www-form-urlencoded';
const base64 = (text: string | Buffer): string => Buffer.from(text as string).toString('base64');
const base64url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const quoted = encodeURIComponent;
const get = (target: string, ...headers: string[]): HoldoutRequest => request(target, headers);
const form = (fields: Readonly<Record<string, string>>, target?: string): HoldoutRequest =>
  bodyRequest(FORM, new URLSearchParams(fields).toString(), target);
const json = (document: unknown, target?: string): HoldoutRequest =>
  bodyRequest('application/json', JSON.stringify(document), target);
const by = (method: string, one: HoldoutRequest, ...headers: string[]): HoldoutRequest => ({
  ...one,
  method,
  headers: [...one.headers, ...headers],
});
const bytes = (type: string, body: Buffer, target = '/desk'): HoldoutRequest => ({
  ...request(target, ['Content-Type', type, 'Content-Length', String(body.length)]),
  method: 'POST',
  body,
});
const upload = (name: string, type: string, content: string): HoldoutRequest =>
  bodyRequest(
    'multipart/form-data; boundary=----geckoformboundary7f3a',
    `------geckoformboundary7f3a\r\nContent-Disposition: form-data; name="csrf"\r\n\r\nZ1y2\r\n------geckoformboundary7f3a\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n${content}\r\n------geckoformboundary7f3a--\r\n`,
    '/upload',
  );
const SIGNED = '.MEUCIQDk3xPq0vJ8zN7Y2gW5cT1rB4uA6hL9mK2sD7fG1jH3aQIgTz8';

/** Of the set `clients`: what clients send by themselves; written before any rule was tried on it. */
export const CLIENT_PROGRAM_REQUESTS: Readonly<Record<string, HoldoutRequest>> = {
  'chat: tools of a model': json({
    tools: [
      {
        type: 'function',
        function: {
          name: 'run_sql',
          description: 'Runs a SELECT; never DROP or DELETE',
          parameters: {
            type: 'object',
            properties: { query: { type: 'string', description: 'e.g. SELECT * FROM t WHERE a = 1' } },
            required: ['query'],
          },
        },
      },
    ],
  }),
  'chat: a result of a tool': json({
    messages: [
      {
        role: 'tool',
        tool_call_id: 'call_1',
        content:
          'total 12\ndrwxr-xr-x 2 root root 4096 Nov 26 10:00 .\n-rw-r--r-- 1 root root 220 .bash_logout\nexit code: 0',
      },
    ],
  }),
  'chat: a web page that was read': json({
    messages: [
      {
        role: 'tool',
        content:
          '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A</title><script src="/a.js" defer></script></head><body class="home"><h1>A</h1></body></html>',
      },
    ],
  }),
  'chat: reactions and mentions': json(
    {
      content: '<@!80351110224678912> <:party:1234> ||x|| `a && b` @here <t:1618953630:R>',
      tts: false,
      nonce: '1',
    },
    '/channels/1/messages',
  ),
  'chat: an adaptive card': json({
    type: 'AdaptiveCard',
    body: [{ type: 'TextBlock', text: 'Hi ${name}', $when: '${count > 0 && ok}' }],
    actions: [{ type: 'Action.OpenUrl', url: 'https://a.example/?x=1&y=2' }],
  }),
  'CI: a push': json(
    {
      ref: 'refs/heads/fix/sql-quotes',
      before: '0'.repeat(40),
      commits: [
        {
          message: "Escape ' and \" in names\n\nUse $1 instead of '${name}'",
          modified: ['src/../a.ts', '.github/workflows/ci.yml'],
          author: { name: "O'Neill", email: 'o@example.org' },
        },
      ],
    },
    '/hooks/ci',
  ),
  'CI: a job that failed': json({
    object_kind: 'build',
    build_failure_reason: 'script_failure',
    trace: '$ npm ci && npm test\nsh: 1: jest: not found\nERROR: Job failed: exit code 127',
  }),
  'CI: variables of a run': json({
    ref: 'main',
    inputs: { args: '--filter="a|b" --env=prod', image: 'ghcr.io/a/b:1.2@sha256:abcd' },
  }),
  'CI: coverage': upload(
    'lcov.info',
    'text/plain',
    'TN:\nSF:src/../lib/a.ts\nFN:1,(anonymous_0)\nDA:1,5\nend_of_record\n',
  ),
  'CI: results of JUnit': upload(
    'r.xml',
    'text/xml',
    '<?xml version="1.0"?><testsuite><testcase name="escapes &lt;script&gt;"><failure message="expected &quot;a&quot;">at a.ts:1</failure></testcase></testsuite>',
  ),
  'CI: SARIF': json({
    version: '2.1.0',
    runs: [
      {
        results: [
          {
            ruleId: 'js/sql-injection',
            message: { text: 'Query built from user input.' },
            locations: [
              {
                physicalLocation: {
                  region: { snippet: { text: 'db.query("SELECT * FROM t WHERE id=" + req.query.id)' } },
                },
              },
            ],
          },
        ],
      },
    ],
  }),
  'cloud: a policy': json({
    Version: '2012-10-17',
    Statement: [
      {
        Effect: 'Allow',
        Action: ['s3:Get*'],
        Resource: 'arn:aws:s3:::b/${aws:username}/*',
        Condition: { StringLike: { 'aws:Referer': ['https://shop.example/*'] } },
      },
    ],
  }),
  'cloud: an event of a store': json({
    Records: [{ eventSource: 'aws:s3', s3: { object: { key: 'uploads/2026/a+b%26c.jpg' } } }],
  }),
  'cloud: a template': json({
    Resources: {
      A: {
        Type: 'AWS::Lambda::Function',
        Properties: {
          Code: { ZipFile: 'exports.handler = async (e) => ({ statusCode: 200, body: JSON.stringify(e) });' },
          Environment: { Variables: { X: { 'Fn::Sub': '${AWS::StackName}-x' } } },
        },
      },
    },
  }),
  'cloud: an address that is signed': get(
    `/b/k.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=${quoted('AKIA/20261126/eu/s3/aws4_request')}&X-Amz-Expires=900&X-Amz-SignedHeaders=host&X-Amz-Signature=ab12&response-content-disposition=${quoted('attachment; filename="a b.txt"')}`,
  ),
  'health: a bundle': json(
    {
      resourceType: 'Bundle',
      type: 'transaction',
      entry: [
        {
          request: { method: 'PUT', url: 'Patient?identifier=urn:oid:1.2.3|12' },
          resource: {
            resourceType: 'Patient',
            text: {
              status: 'generated',
              div: '<div xmlns="http://www.w3.org/1999/xhtml"><p>Jane O\'Neill</p></div>',
            },
          },
        },
      ],
    },
    '/fhir',
  ),
  'health: a message': bodyRequest(
    'application/hl7-v2',
    "MSH|^~\\&|A|B|C|D|202611261000||ADT^A01^ADT_A01|1|P|2.5.1\rPID|1||7^^^H&1.2.3&ISO^MR||D'Arc^Jo||19800101|F|||1 St; Apt 2^^X\rNTE|1||a\\T\\b; 1 or 2 -- ok\r",
    '/hl7',
  ),
  'trade: X12': bodyRequest(
    'application/edi-x12',
    'ISA*00*          *00*          *ZZ*A              *ZZ*B              *261126*1000*U*00401*000000001*0*P*>~GS*PO*A*B*20261126*1000*1*X*004010~ST*850*0001~BEG*00*SA*7**20261126~SE*3*0001~GE*1*1~IEA*1*000000001~',
    '/edi',
  ),
  'trade: an invoice of UBL': bodyRequest(
    'application/xml',
    '<?xml version="1.0" encoding="UTF-8"?><Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2" xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"><cbc:ID>7/26</cbc:ID><cbc:Note>2 &lt; 3 &amp; "ok"; 10 % -- O\'Neill</cbc:Note></Invoice>',
    '/invoices',
  ),
  'trade: a feed of goods': upload(
    'feed.xml',
    'application/xml',
    '<?xml version="1.0"?><rss xmlns:g="http://base.google.com/ns/1.0" version="2.0"><channel><item><g:id>1</g:id><title>Men\'s 1/2" hose</title><description><![CDATA[<p>Nice &amp; <b>new</b></p>]]></description></item></channel></rss>',
  ),
  'map: a shape': json({
    type: 'FeatureCollection',
    features: [
      {
        type: 'Feature',
        properties: { name: "St. John's; <old>", fill: '#f00' },
        geometry: {
          type: 'Polygon',
          coordinates: [
            [
              [7, 50],
              [7.1, 50],
              [7.1, 50.1],
              [7, 50],
            ],
          ],
        },
      },
    ],
  }),
  'map: a style': json({
    version: 8,
    layers: [
      {
        id: 'a',
        filter: ['all', ['==', 'class', 'road'], ['!in', 'type', 'x', 'y'], ['>=', 'rank', 3]],
        paint: { 'text-field': '{name:latin}\n{name:nonlatin}' },
      },
    ],
  }),
  'map: well known text': form({ geom: 'POLYGON((30 10, 40 40, 20 40, 10 20, 30 10))', srs: 'EPSG:4326' }),
  'map: tiles': get('/tiles/{z}/12/2145/1402.mvt?style=a%7Cb&t=1'.replace('{z}', '12')),
  'GraphQL: introspection': json(
    {
      operationName: 'IntrospectionQuery',
      query:
        'query IntrospectionQuery { __schema { queryType { name } types { ...T } } } fragment T on __Type { kind name fields(includeDeprecated: true) { name args { name type { name } } } }',
    },
    '/graphql',
  ),
  'GraphQL: a filter': json(
    {
      query:
        'query($w: OrderWhere!) { orders(where: $w, orderBy: {createdAt: DESC}, first: 20) { edges { node { id } } } }',
      variables: { w: { OR: [{ name_contains: "o'n" }, { total_gt: 10 }], NOT: { status: 'CLOSED' } } },
    },
    '/graphql',
  ),
  'GraphQL: Hasura': json({
    query: 'query($w: orders_bool_exp) { orders(where: $w) { id } }',
    variables: { w: { _and: [{ name: { _ilike: '%tea%' } }, { _or: [{ a: { _is_null: true } }] }] } },
  }),
  'OData: a batch': bodyRequest(
    'multipart/mixed; boundary=batch_1',
    "--batch_1\r\nContent-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\nGET Orders?$filter=Name%20eq%20'A'%20or%20Id%20gt%205 HTTP/1.1\r\nAccept: application/json\r\n\r\n\r\n--batch_1--\r\n",
    '/odata/$batch',
  ),
  'OData: an address': get(
    `/odata/Products?$filter=${quoted("contains(tolower(Name),'o''neill') and (Price lt 20 or Stock ne 0)")}&$orderby=Name desc&$select=Id,Name`.replaceAll(
      ' ',
      '%20',
    ),
  ),
  'search: Elastic': json(
    {
      query: {
        bool: {
          should: [{ wildcard: { name: '*tea*' } }, { range: { price: { gte: 1, lt: 10 } } }],
          must_not: { exists: { field: 'deleted_at' } },
        },
      },
      aggs: { a: { terms: { field: 'tag', size: 10 } } },
    },
    '/goods/_search',
  ),
  'search: Algolia': json({
    requests: [
      {
        indexName: 'goods',
        params: `query=${quoted("men's")}&filters=${quoted('price<10 AND (brand:"A & B" OR NOT sold:true)')}`,
      },
    ],
  }),
  'search: Solr': get(
    `/solr/goods/select?q=${quoted('name:"tea pot"~2 AND price:[1 TO 10} OR -tag:(a b)')}&fq=${quoted('{!geofilt sfield=at}')}&wt=json`,
  ),
  'search: Mongo Data API': json(
    {
      collection: 'goods',
      database: 'shop',
      filter: { price: { $gte: 5, $lt: 10 }, tags: { $in: ['tea'] } },
      sort: { at: -1 },
    },
    '/data/v1/action/find',
  ),
  'notebook: cells': by(
    'PUT',
    json(
      {
        type: 'notebook',
        content: {
          cells: [
            {
              cell_type: 'code',
              source:
                '%matplotlib inline\nimport pandas as pd, os\n!pip install -q requests && ls ../data\ndf = pd.read_sql("SELECT * FROM t WHERE a > 1", con)\ndf.query("x > 1 and y == \'a\'")',
              outputs: [
                { output_type: 'error', ename: 'KeyError', traceback: ['\u001b[0;31mKeyError\u001b[0m: x'] },
              ],
            },
          ],
          nbformat: 4,
        },
      },
      '/api/contents/a.ipynb',
    ),
  ),
  'notebook: a call of a kernel': json({
    header: { msg_type: 'execute_request' },
    content: { code: 'for i in range(3):\n    print(i ** 2)', silent: false },
  }),
  'font: in base64': json({
    fonts: [
      { name: 'Inter', src: `data:font/woff2;base64,d09GMgABAAAAA${base64(Buffer.alloc(300, 'wOF2xyz'))}` },
    ],
  }),
  'icon: a drawing': json({
    icon: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><title>Close</title><path fill="currentColor" d="M19 6.41 17.59 5 12 10.59z"/></svg>',
  }),
  'icon: a sprite': upload(
    'sprite.svg',
    'image/svg+xml',
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><symbol id="a"><path d="M0 0h9"/></symbol><use xlink:href="#a"/></svg>',
  ),
  'icon: of an editor': upload(
    'logo.svg',
    'image/svg+xml',
    '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"><g inkscape:label="A"/></svg>',
  ),
  'token: of a sign-in': get(
    '/me',
    'Authorization',
    `Bearer ${base64url({ alg: 'ES256', typ: 'JWT', kid: 'key/2026-11' })}.${base64url({ iss: 'https://id.example/realms/a', aud: ['a', 'b'], scope: 'openid profile', name: "Jo O'Neill", roles: ['admin'] })}${SIGNED}`,
  ),
  'token: with a proof': get(
    '/me',
    'DPoP',
    `${base64url({ alg: 'ES256', typ: 'dpop+jwt', jwk: { kty: 'EC', crv: 'P-256', x: 'l8tFrhx', y: '9VE4jf' } })}.${base64url({ htm: 'GET', htu: 'https://shop.example/me', jti: 'a' })}${SIGNED}`,
  ),
  'token: JWKS by name': get(
    '/me',
    'Authorization',
    `Bearer ${base64url({ alg: 'RS256', kid: 'https://id.example/.well-known/jwks.json#1' })}.${base64url({ sub: '7' })}${SIGNED}`,
  ),
  'sign-in: SAML': form(
    {
      SAMLResponse: base64(
        '<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_a" Destination="https://shop.example/acs"><saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"><saml:AttributeStatement><saml:Attribute Name="sn"><saml:AttributeValue>O\'Neill</saml:AttributeValue></saml:Attribute></saml:AttributeStatement></saml:Assertion></samlp:Response>',
      ),
      RelayState: 'https://shop.example/a?b=1&c=2',
    },
    '/acs',
  ),
  'sign-in: a request of SAML': get(
    `/sso?SAMLRequest=${quoted(base64(deflateSync('<samlp:AuthnRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_b" Version="2.0"/>')))}&RelayState=${quoted('/a?b=1')}`,
  ),
  'sign-in: a code': form(
    {
      grant_type: 'authorization_code',
      code: '4/0AX4XfWh-a_b',
      redirect_uri: 'http://localhost:8080/callback',
      client_id: 'a.apps.example',
      code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
    },
    '/token',
  ),
  'sign-in: a key of a device': json({
    id: 'aB-_',
    rawId: 'aB-_',
    type: 'public-key',
    response: {
      clientDataJSON: base64(
        '{"type":"webauthn.get","challenge":"abc","origin":"https://shop.example","crossOrigin":false}',
      ),
      authenticatorData: base64(Buffer.alloc(37, 7)),
      signature: base64(Buffer.alloc(70, 0x31)),
    },
  }),
  'push: a subscription': json({
    endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/gAAAAABl',
    expirationTime: null,
    keys: {
      p256dh: 'BLc4xRzKlKORKWlbdgFaBrrPK3ydWAHo4M0gs0i1oEKgPpWC5cW8OCzVrOQRv-1npXRWk8udnW3oYhIO4475rds',
      auth: '5I2Bu2oKdyy9CwL8QVF0NQ',
    },
  }),
  'packed: protocol buffers': bytes(
    'application/x-protobuf',
    Buffer.from('0a0b4a6f204f274e65696c6c12076120262062203b18052206282a29203c3e', 'hex'),
  ),
  'packed: MessagePack': bytes(
    'application/msgpack',
    Buffer.from('82a46e616d65a94a6f204f274e65696ca474657874ae6120263c6226203120310000', 'hex'),
  ),
  'packed: a frame of gRPC': bytes(
    'application/grpc-web+proto',
    Buffer.from('000000000d0a0b4a6f204f274e65696c6c', 'hex'),
  ),
  'packed: a protocol of a store': bytes(
    'application/octet-stream',
    Buffer.from(Array.from({ length: 900 }, (_, at) => (at * 97 + (at >> 3)) & 255)),
  ),
  'calendar: an invitation': bodyRequest(
    'text/calendar; method=REQUEST',
    'BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nBEGIN:VEVENT\r\nATTENDEE;CN="O\'Neill, Jo";RSVP=TRUE:mailto:jo@example.org\r\nDESCRIPTION:Join: https://meet.example/j/1?pwd=a%2Bb\\n\\nor dial +1\\,555\\; pin 1=1#\r\nX-ALT-DESC;FMTTYPE=text/html:<html><body><p>Join</p></body></html>\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n',
    '/cal',
  ),
  'calendar: a report': by(
    'REPORT',
    bodyRequest(
      'application/xml',
      '<?xml version="1.0"?><c:calendar-query xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:prop><c:calendar-data/></d:prop><c:filter><c:comp-filter name="VCALENDAR"><c:time-range start="20261101T000000Z"/></c:comp-filter></c:filter></c:calendar-query>',
      '/cal/',
    ),
  ),
  'logs: traces': json(
    {
      resourceSpans: [
        {
          scopeSpans: [
            {
              spans: [
                {
                  name: 'pg.query',
                  attributes: [
                    {
                      key: 'db.statement',
                      value: {
                        stringValue: "SELECT o.* FROM orders o WHERE o.id = $1 AND o.state = 'open' LIMIT 1",
                      },
                    },
                    {
                      key: 'exception.stacktrace',
                      value: { stringValue: 'Error: x\n    at Object.<anonymous> (/app/dist/a.js:1:1)' },
                    },
                  ],
                },
              ],
            },
          ],
        },
      ],
    },
    '/v1/traces',
  ),
  'logs: an access log': json([
    {
      date: 1790000000,
      log: '203.0.113.5 - - [26/Nov/2026:10:00:00 +0000] "GET /wp-login.php?redirect_to=%2F HTTP/1.1" 404 153 "-" "Mozilla/5.0"',
    },
  ]),
  'logs: lines of GELF': json({
    version: '1.1',
    host: 'a',
    short_message: 'sh -c "run-parts /etc/cron.hourly"',
    level: 6,
    _unit: 'cron.service',
    _cmdline: '/bin/sh -c run-parts',
  }),
  'logs: audit': bodyRequest(
    'application/x-ndjson',
    '{"create":{}}\n{"process":{"args":["bash","-c","ls -la /tmp"],"executable":"/usr/bin/bash"},"event":{"action":"exec"}}\n',
    '/_bulk',
  ),
  'logs: a crash': json({
    exceptions: [
      {
        errorClass: 'NoMethodError',
        message: "undefined method `name' for nil:NilClass",
        stacktrace: [{ file: 'app/views/a/_b.html.erb', lineNumber: 3, code: { 3: '<%= @user.name %>' } }],
      },
    ],
  }),
  'logs: a report of a network': bodyRequest(
    'application/reports+json',
    JSON.stringify([
      {
        type: 'network-error',
        url: 'https://shop.example/a?b=c',
        body: { type: 'tcp.timed_out', phase: 'connection' },
      },
    ]),
    '/reports',
  ),
  'flow: a workflow': json({
    nodes: [
      {
        type: 'n8n-nodes-base.if',
        parameters: { conditions: { string: [{ value1: '={{ $json["status"] }}', value2: 'open' }] } },
      },
      {
        type: 'n8n-nodes-base.code',
        parameters: { jsCode: 'return items.map(i => ({ json: { total: i.json.a * 2 } }));' },
      },
    ],
  }),
  'flow: a formula': json({
    fields: [
      {
        name: 'Late',
        type: 'formula',
        options: { formula: 'IF({Due} < TODAY(), "yes", "no") & " " & {Name}' },
      },
    ],
  }),
  'flow: an expression': json({
    definition: {
      actions: {
        A: {
          type: 'If',
          expression: "@and(equals(triggerBody()?['a'], 1), greater(length(variables('x')), 0))",
        },
      },
    },
  }),
  'flow: a rule': json({
    conditions: { all: [{ fact: 'age', operator: 'greaterThan', value: 18 }] },
    script: 'if (a > b || c == "x") { return true; }',
  }),
  'words: XLIFF': upload(
    'de.xlf',
    'application/xliff+xml',
    '<?xml version="1.0"?><xliff version="1.2"><file><body><trans-unit id="a"><source>Select <x id="START_BOLD"/>all<x id="CLOSE_BOLD"/> &amp; go</source><target>Alle</target></trans-unit></body></file></xliff>',
  ),
  'words: PO': upload(
    'de.po',
    'text/x-gettext-translation',
    'msgid "Drop table \\"%s\\"?"\nmsgstr "Tabelle \\"%s\\" löschen?"\n#: ../src/a.c:12\n#, c-format\nmsgid "or"\nmsgstr "oder"\n',
  ),
  'words: ARB': json({
    '@@locale': 'de',
    items: '{n, plural, =0{keine} =1{eins} other{{n} Stück}}',
    '@items': { placeholders: { n: { type: 'int' } } },
  }),
  'words: properties': upload(
    'a.properties',
    'text/plain',
    "msg.a=Don''t select {0}; \\u00fcber\nmsg.b=<b>{1}</b> or {2}\n",
  ),
  'patch: of git': upload(
    '0001-fix.patch',
    'text/x-patch',
    'From 1a2b Mon Sep 17 00:00:00 2001\nFrom: A <a@b.example>\nSubject: [PATCH] Fix\n\n---\n a.php | 2 +-\n\ndiff --git a/a.php b/a.php\n--- a/a.php\n+++ b/a.php\n@@ -1 +1 @@\n-<?php echo $_GET["a"];\n+<?php echo htmlspecialchars($_GET["a"]);\n',
  ),
  'patch: a suggestion': json(
    {
      body: '```suggestion\nconst q = "SELECT * FROM t WHERE id = $1";\n```',
      path: 'src/a.ts',
      line: 4,
      side: 'RIGHT',
    },
    '/pulls/1/comments',
  ),
  'pay: a webhook': json(
    {
      id: 'evt_1',
      type: 'charge.failed',
      data: {
        object: {
          description: 'Levi\'s 501; 2 x "M"',
          failure_message: 'Your card was declined.',
          metadata: { note: 'a & b <c>' },
        },
      },
    },
    '/hooks/pay',
  ),
  'pay: a table of goods': form({
    'line_items[0][price_data][product_data][name]': 'O\'Neill <M> & "L"',
    'line_items[0][quantity]': '2',
    success_url: 'https://shop.example/ok?session_id={CHECKOUT_SESSION_ID}',
  }),
  'CMS: blocks': json(
    {
      content:
        '<!-- wp:group {"layout":{"type":"constrained"}} --><div class="wp-block-group"><!-- wp:heading --><h2 class="wp-block-heading">A &amp; B</h2><!-- /wp:heading --></div><!-- /wp:group -->',
      status: 'draft',
      meta: { footnotes: '' },
    },
    '/wp-json/wp/v2/posts/7',
  ),
  'CMS: customizer': form(
    {
      wp_customize: 'on',
      customized: JSON.stringify({
        'custom_css[a]': '.a::before{content:"\\201C"} a:hover>b{color:red}',
        nav_menu_locations: {},
      }),
      nonce: 'a1',
    },
    '/wp-admin/admin-ajax.php',
  ),
  'CMS: a form of Drupal': form(
    {
      form_id: 'node_page_edit_form',
      'body[0][value]': '<p>A &amp; <em>B</em></p>',
      'body[0][format]': 'full_html',
      'path[0][alias]': '/a-b',
      op: 'Save',
    },
    '/node/7/edit',
  ),
  'CMS: a view of TYPO3': form(
    {
      'data[tt_content][7][bodytext]': '<p>A <a href="t3://page?uid=1#2">B</a></p>',
      'data[pages][1][TSconfig]': 'page = PAGE\npage.10 = TEXT\npage.10.value = <b>A</b>',
    },
    '/typo3/record/edit',
  ),
  'CMS: a layout of Shopify': json(
    {
      asset: {
        key: 'sections/a.liquid',
        value:
          '{% for p in collection.products %}<a href="{{ p.url }}">{{ p.title | escape }}</a>{% endfor %}{% schema %}{"name":"A"}{% endschema %}',
      },
    },
    '/admin/api/themes/1/assets.json',
  ),
  'CMS: Strapi': get(
    '/api/posts?filters[$and][0][title][$eqi]=tea&filters[$and][1][$or][0][price][$lte]=5&populate[author][fields][0]=name&sort=at:desc',
  ),
  'browser: a module of a bundler': get('/node_modules/.vite/deps/chunk-A1B2.js?v=1a2b3c4d'),
  'browser: a part of a page': get(
    '/products?_rsc=1abcd',
    'RSC',
    '1',
    'Next-Router-State-Tree',
    quoted('["",{"children":["products",{"children":["__PAGE__",{}]}]},null,null,true]'),
  ),
  'browser: an action of a server': by(
    'POST',
    bodyRequest('text/plain;charset=UTF-8', '[{"id":7,"note":"$undefined"},"a & b"]', '/cart'),
    'Next-Action',
    '7f1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d',
  ),
  'browser: Livewire': json(
    {
      components: [
        {
          snapshot:
            '{"data":{"q":"o\'neill","page":1,"filters":[{"a":[1],"b":null},{"s":"arr"}]},"memo":{"id":"a","name":"search"},"checksum":"ab12"}',
          updates: { q: 'tea & co' },
          calls: [{ path: '', method: '$refresh', params: [] }],
        },
      ],
    },
    '/livewire/update',
  ),
  'browser: ASP.NET': form(
    {
      __VIEWSTATE: `/wEPDwUKLTE2NTA2MzUwMg9kFgJmD2QWAgID${base64(Buffer.alloc(60, 9))}`,
      __EVENTTARGET: 'ctl00$Main$Grid',
      __EVENTARGUMENT: 'Page$2',
      ctl00$Main$q: "o'neill",
    },
    '/list.aspx',
  ),
  'browser: JSF': form(
    {
      'javax.faces.partial.ajax': 'true',
      'javax.faces.source': 'f:j_idt7',
      'f:q': "o'neill",
      'javax.faces.ViewState': '-812345:7123',
    },
    '/list.xhtml',
  ),
  'browser: htmx': by(
    'POST',
    form({ q: "o'n & <b>" }, '/search'),
    'HX-Request',
    'true',
    'HX-Current-URL',
    'https://shop.example/?a=b',
    'HX-Target',
    '#out > .row',
  ),
  'browser: cookies of consent': get(
    '/',
    'Cookie',
    `OptanonConsent=isGpcEnabled=0&datestamp=Thu+Nov+26+2026+10%3A00%3A00+GMT%2B0100&groups=C0001%3A1%2CC0002%3A0; euconsent-v2=CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYgAAAAAAAA; _ga=GA1.1.1.1; _hjSession=${base64('{"id":"a","c":1,"s":0}')}`,
  ),
  'browser: cookies of a shop': get(
    '/',
    'Cookie',
    `cart=${quoted(JSON.stringify({ items: [{ id: 7, t: 'Men\'s "Oxford" <M>' }] }))}; recent=1|2|3; ref=${quoted('https://news.example/?a=b&c=d')}; _fbp=fb.1.1.1`,
  ),
  'agent: an old phone': get(
    '/',
    'User-Agent',
    "Opera/9.80 (J2ME/MIDP; Opera Mini/7.1.32052/191.273; U; de) Presto/2.8.119 Version/11.10 (it's)",
  ),
  'agent: a tool': get(
    '/feed',
    'User-Agent',
    'curl/8.11.0',
    'Accept',
    'application/rss+xml; q=0.9, */*; q=0.1',
  ),
  'agent: a library': get(
    '/api',
    'User-Agent',
    'python-requests/2.32.3',
    'X-Request-Start',
    't=1790000000.123',
    'X-Trace',
    'a=b;c="d e"',
  ),
  'password: with signs': json({ username: 'jo', password: 'aB3$(x)\'"<z>;--&|`\\%' }, '/login'),
  'password: of words': form({ user: 'jo', password: 'select your horse; or battery & staple' }, '/login'),
  'page: a deep link': get(
    `/open?link=${quoted('https://app.example/path?a=1&b=2#x')}&apn=com.example.app&efr=1`,
  ),
  'page: a share': get(
    `/share?text=${quoted('Look: "Rock \'n\' Roll" <live> & more -- 5/5')}&url=${quoted('https://shop.example/p/7?ref=a&b')}`,
  ),
  'page: a return': get(`/login?returnUrl=${quoted('/orders?filter=open&sort=-date#top')}`),
};
