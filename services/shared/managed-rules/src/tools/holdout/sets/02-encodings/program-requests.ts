import { bodyRequest, type HoldoutRequest, request } from '../../support/request.ts';

const FORM = 'application/x-www-form-urlencoded';
const json = (document: unknown, target?: string): HoldoutRequest =>
  bodyRequest('application/json', JSON.stringify(document), target);
const form = (fields: Readonly<Record<string, string>>, target?: string): HoldoutRequest =>
  bodyRequest(FORM, new URLSearchParams(fields).toString(), target);
const get = request;
const part = (disposition: string, content: string, type?: string): string =>
  `--week\r\nContent-Disposition: form-data; ${disposition}\r\n${type === undefined ? '' : `Content-Type: ${type}\r\n`}\r\n${content}\r\n`;
const parts = (target: string, ...all: readonly string[]): HoldoutRequest =>
  bodyRequest('multipart/form-data; boundary=week', `${all.join('')}--week--\r\n`, target);
const SOAP =
  '<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><soap:Body><GetPrice xmlns="https://shop.example/"><Item>Tea &amp; "Cake" &lt;500 g&gt;</Item></GetPrice></soap:Body></soap:Envelope>';

/** What browsers, apps and services send by themselves. */
export const PROGRAM_REQUESTS: Readonly<Record<string, HoldoutRequest>> = {
  'a push of a browser': json(
    {
      endpoint: 'https://push.example.org/wpush/v2/gAAAA-x_y',
      keys: { p256dh: 'BNcRdreALRFXTkOOUHK1EtK2', auth: 'tBHItJI5svbpez7KI4CCXg==' },
    },
    '/push',
  ),
  'a batch of events': bodyRequest(
    'text/plain;charset=UTF-8',
    JSON.stringify([
      {
        event: '$pageview',
        properties: {
          $current_url: 'https://shop.example/#/a?b=c',
          $browser: 'Firefox',
          $set: { email: 'a@b.example' },
        },
      },
    ]),
    '/e/?compression=none&ip=1',
  ),
  'an error in the browser': bodyRequest(
    'text/plain;charset=UTF-8',
    `{"event_id":"a1","sent_at":"2026-11-25T09:00:00Z"}\n{"type":"event"}\n{"exception":{"values":[{"type":"TypeError","value":"Cannot read properties of null (reading 'id')","stacktrace":{"frames":[{"filename":"https://shop.example/app.js","function":"<anonymous>","context_line":"if (a && b) { eval(c); }"}]}}]}}`,
    '/api/7/envelope/?sentry_key=a1&sentry_version=7',
  ),
  'traces of a service': json(
    {
      resourceSpans: [
        {
          scopeSpans: [
            {
              spans: [
                {
                  name: 'SELECT shop.orders',
                  attributes: [
                    { key: 'db.statement', value: { stringValue: 'SELECT * FROM orders WHERE id = $1' } },
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
  'lines of a log': json(
    {
      streams: [
        {
          stream: { app: 'web' },
          values: [['1790000000', 'GET /?id=1%20or%202 404 "-" "curl/8.0" && retry']],
        },
      ],
    },
    '/loki/api/v1/push',
  ),
  'a query of metrics': form(
    {
      query:
        'sum by (job) (rate(http_requests_total{code=~"5..",path!="/health"}[5m])) / 60 > 0.1 or vector(0)',
      start: '1',
      end: '2',
      step: '15',
    },
    '/api/v1/query_range',
  ),
  'a call of XML-RPC': bodyRequest(
    'text/xml',
    '<?xml version="1.0"?><methodCall><methodName>wp.getPosts</methodName><params><param><value><int>1</int></value></param><param><value><string>jane</string></value></param></params></methodCall>',
    '/xmlrpc.php',
  ),
  'a call of SOAP': bodyRequest('text/xml; charset=utf-8', SOAP, '/soap/prices'),
  'a question of WebDAV': {
    ...bodyRequest(
      'application/xml; charset=utf-8',
      '<?xml version="1.0"?><d:propfind xmlns:d="DAV:" xmlns:oc="http://owncloud.org/ns"><d:prop><d:getlastmodified/><oc:fileid/></d:prop></d:propfind>',
      '/remote.php/dav/files/jane/Photos%20%26%20more/',
    ),
    method: 'PROPFIND',
  },
  'an entry of a calendar': {
    ...bodyRequest(
      'text/calendar; charset=utf-8',
      'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Example//EN\r\nBEGIN:VEVENT\r\nUID:a-1\r\nDTSTART:20261125T090000Z\r\nRRULE:FREQ=WEEKLY;BYDAY=MO,WE\r\nSUMMARY:Kid\'s "party"\\; 3 or 4 pm\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n',
      '/dav/calendars/jane/a-1.ics',
    ),
    method: 'PUT',
  },
  'a patch of JSON': {
    ...bodyRequest(
      'application/json-patch+json',
      '[{"op":"replace","path":"/title","value":"It\'s; new"},{"op":"remove","path":"/tags/0"},{"op":"add","path":"/a~1b/-","value":null}]',
      '/notes/7',
    ),
    method: 'PATCH',
  },
  'lines for a search engine': bodyRequest(
    'application/x-ndjson',
    '{"index":{"_index":"posts","_id":"1"}}\n{"title":"Select & Union","body":"drop; table -- or not"}\n{"delete":{"_index":"posts","_id":"2"}}\n',
    '/_bulk',
  ),
  'a table of CSV': parts(
    '/import',
    part(
      'name="file"; filename="customers (März).csv"',
      'id;name;note\n1;"O\'Hara";"said: ""no""; -- ok"\n2;=SUM(A1:A2);<none>\n',
      'text/csv',
    ),
    part('name="delimiter"', ';'),
  ),
  'a mail that comes in': parts(
    '/inbound',
    part('name="from"', '"O\'Brien, Pat" <pat@example.org>'),
    part('name="subject"', 'Re: [#17] Order "tea" -- where is it?'),
    part(
      'name="headers"',
      'Received: from mx.example.org (mx.example.org [192.0.2.1])\nMIME-Version: 1.0\nContent-Type: multipart/alternative; boundary="x"\nTo: shop@example.org\nSubject: Re',
    ),
    part(
      'name="html"',
      '<html><head><style type="text/css">p{margin:0} a:hover{color:red}</style></head><body bgcolor="#fff"><div dir="ltr">Hi,<br>where is it?<img src="https://t.example/o.gif?m=1" width="1" height="1"></div></body></html>',
    ),
    part('name="attachments"', '0'),
  ),
  'a signed webhook': {
    ...json(
      {
        id: 'evt_2',
        type: 'invoice.paid',
        data: { object: { lines: [{ description: '2 × Tea (at €3.50 / month)' }] } },
      },
      '/hooks',
    ),
    headers: [
      ...json(
        {
          id: 'evt_2',
          type: 'invoice.paid',
          data: { object: { lines: [{ description: '2 × Tea (at €3.50 / month)' }] } },
        },
        '/hooks',
      ).headers,
      'Stripe-Signature',
      't=1790000000,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd,v0=6ffb',
    ],
  },
  'a call of a chat': form(
    {
      command: '/deploy',
      text: "web to prod; ping @o'neil & <#C1|general>",
      response_url: 'https://hooks.example/commands/1/2',
      trigger_id: '13.9.a',
    },
    '/slash',
  ),
  'a sign that a client knows': get('/app.js?v=1.2.3-beta+45', [
    'If-None-Match',
    'W/"a1b2-\'c"',
    'Accept',
    'text/html;q=0.9,*/*;q=0.8',
  ]),
  'headers of a proxy': get('/', [
    'X-Forwarded-For',
    '203.0.113.7, 2001:db8::1, 10.0.0.1',
    'Forwarded',
    'for="[2001:db8::1]:4711";proto=https;by=203.0.113.43',
    'Via',
    '1.1 varnish, 1.1 proxy.example (squid/5.7)',
    'X-Request-Id',
    'a1b2;c3=d4|e5',
    'traceparent',
    '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    'baggage',
    'userId=alice,serverNode=DF%2028,isProduction=false',
  ]),
  'what an app says of itself': get('/api', [
    'X-Client-Info',
    'ios/17.1 (iPhone15,2; build 21B74) app=4.2.0; locale=de_DE',
    'X-Device',
    '{"os":"iOS","v":"17.1","name":"Pat\'s iPhone"}',
    'X-Csrf-Token',
    'a/b+c==--d',
    'DPoP',
    'eyJ0eXAiOiJkcG9wK2p3dCJ9.eyJqdGkiOiJhIn0.c2ln',
  ]),
  'a path with words': get("/wiki/Rock_'n'_Roll_(song)/C%2B%2B%20vs.%20C%23:_select;_union/100%25_tea"),
  'a path of a package': get('/@scope%2fname/-/name-1.2.3.tgz'),
  'a path of pictures': get('/_next/image?url=%2Fimg%2Fa%20b.jpg%3Fv%3D2&w=640&q=75'),
  'a transformation': get('/cdn-cgi/image/width=80,fit=cover,gravity=0.5x0.5/https://shop.example/a.jpg'),
  'a grid of a table': get(
    `/api/list?columns[0][data]=name&columns[0][search][value]=&columns[0][search][regex]=false&order[0][column]=0&order[0][dir]=asc&start=0&length=25&search[value]=${encodeURIComponent("o'b")}&_=1790000000`,
  ),
  'a filter of Rails': get(
    `/orders?q[name_or_email_cont]=${encodeURIComponent("d'a")}&q[total_gteq]=10&q[s]=created_at+desc&utf8=%E2%9C%93`,
  ),
  'a filter of Strapi': get(
    '/api/posts?filters[$or][0][title][$containsi]=tea&filters[$or][1][price][$lt]=20&populate[0]=author&sort[0]=date:desc',
  ),
  'a map of places': bodyRequest(
    FORM,
    `data=${encodeURIComponent('[out:json][timeout:25];(node["amenity"="cafe"](52.5,13.3,52.6,13.5);way["name"~"^O\'"];);out body;>;out skel qt;')}`,
    '/api/interpreter',
  ),
  'a question in SPARQL': get(
    `/sparql?query=${encodeURIComponent('PREFIX dc: <http://purl.org/dc/elements/1.1/>\nSELECT ?title WHERE { ?book dc:title ?title . FILTER(?price < 10 && lang(?title) = "en") } LIMIT 10')}&format=json`,
  ),
};
