import { bodyRequest, type HoldoutRequest, request } from '../../support/request.ts';
import { TEXT_PLACES } from '../02-encodings/honest-requests.ts';
import { ZONE_TEXTS } from './honest-texts.ts';

const FORM = 'application/x-www-form-urlencoded';
const quoted = encodeURIComponent;
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const base64url = (text: string): string => Buffer.from(text).toString('base64url');
const get = (target: string, ...headers: string[]): HoldoutRequest => request(target, headers);
const json = (document: unknown, target?: string): HoldoutRequest =>
  bodyRequest('application/json', JSON.stringify(document), target);
const upload = (name: string, type: string, content: string): HoldoutRequest =>
  bodyRequest(
    'multipart/form-data; boundary=----WebKitFormBoundary7MA4YWxkTrZu0gW',
    `------WebKitFormBoundary7MA4YWxkTrZu0gW\r\nContent-Disposition: form-data; name="_token"\r\n\r\nq8Fh2\r\n------WebKitFormBoundary7MA4YWxkTrZu0gW\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n${content}\r\n------WebKitFormBoundary7MA4YWxkTrZu0gW--\r\n`,
    '/upload',
  );

/** What shops, clinics, schools, banks, workshops and their programs send. */
const WHOLE: Readonly<Record<string, HoldoutRequest>> = {
  'filters of a shop': get(
    "/list?size[]=M&size[]=L&color=red|blue&price=10..50&brand=Levi's&sort=-price&in[]=1",
  ),
  'a search with signs': get(`/search?q=${quoted('men\'s 1/2" hose & clamp <20mm -- "2 for 1"')}`),
  'a search for code': get(
    `/search?q=${quoted('how to use && and || in bash; echo $? vs $(cmd)')}&type=code`,
  ),
  'a search in Jira': get(
    `/rest/api/2/search?jql=${quoted('project = SHOP AND status in (Open, \'In Progress\') AND summary ~ "select" ORDER BY created DESC')}`,
  ),
  'a search in SharePoint': get(
    `/_api/web/lists/getbytitle('Orders')/items?$filter=${quoted("Status eq 'Open' or Amount gt 10")}&$top=5`,
  ),
  'a query of Salesforce': get(
    `/services/data/v60.0/query?q=${quoted("SELECT Id, Name FROM Account WHERE Name LIKE 'A%' LIMIT 5")}`,
  ),
  'a query of Prometheus': get(
    `/api/v1/query?query=${quoted('sum by (job) (rate(http_requests_total{code=~"5..",job!="x"}[5m])) > 0 or vector(0)')}`,
  ),
  'a query of Loki': get(
    `/loki/api/v1/query?query=${quoted('{app="shop"} |= "error" != "timeout" | json | status >= 500')}`,
  ),
  'a query of Influx': get(
    `/query?db=t&q=${quoted('SELECT mean("value") FROM "cpu" WHERE time > now() - 1h GROUP BY time(5m) fill(null)')}`,
  ),
  'a query of Overpass': bodyRequest(
    FORM,
    `data=${quoted('[out:json];(node["amenity"="cafe"](50.6,7.0,50.8,7.3);way(id:1););out;>;out skel qt;')}`,
    '/api/interpreter',
  ),
  'a query of SPARQL': get(
    `/sparql?query=${quoted('SELECT ?s WHERE { ?s a <http://xmlns.com/foaf/0.1/Person> . FILTER(?x > 1 || !bound(?y)) } LIMIT 5')}`,
  ),
  'a feature service': get(
    `/arcgis/rest/services/a/MapServer/0/query?where=${quoted('1=1')}&outFields=*&f=json`,
  ),
  'a filter of CQL': get(
    `/wfs?service=WFS&request=GetFeature&CQL_FILTER=${quoted("name LIKE 'A%' AND area > 10")}`,
  ),
  'a filter of RSQL': get('/api/users?filter=name==jane*;age=gt=18,role=in=(admin,editor)'),
  'a query of Mango': json(
    { selector: { year: { $gt: 2010 }, type: 'film' }, fields: ['_id', 'title'], limit: 5 },
    '/films/_find',
  ),
  'a query of Elastic': json(
    {
      query: { query_string: { query: '(title:select OR body:"drop table") AND NOT user:o\'neill' } },
      sort: [{ at: 'desc' }],
    },
    '/_search',
  ),
  'events of a browser': bodyRequest(
    'text/plain;charset=UTF-8',
    JSON.stringify({
      e: [{ n: 'click', t: 'button.buy > span:nth-child(2)', x: 1, h: '<b>Buy</b>' }],
      u: 'https://shop.example/?utm_source=a&b=c#d',
    }),
    '/collect',
  ),
  'events of an analytics': get(
    `/g/collect?v=2&tid=G-1&dl=${quoted('https://shop.example/p?id=7&ref=a')}&dt=${quoted("Men's <New> | Shop")}&ep.v=${quoted('a=b;c')}`,
  ),
  'an error of a browser': json(
    {
      exception: {
        values: [
          {
            type: 'TypeError',
            value: "x is not a function (evaluating 'x()')",
            stacktrace: {
              frames: [
                {
                  filename: 'webpack:///./src/../node_modules/a/index.js',
                  context_line: '  document.write("<script src=" + u + "></script>");',
                },
              ],
            },
          },
        ],
      },
    },
    '/api/1/envelope/',
  ),
  'a report of CSP': bodyRequest(
    'application/reports+json',
    JSON.stringify([
      {
        type: 'csp-violation',
        body: {
          blockedURL: 'eval',
          sample: 'var a=function(){return document.cookie}',
          sourceFile: 'https://shop.example/a.js',
        },
      },
    ]),
    '/csp',
  ),
  'a save of a notebook': json(
    {
      cells: [
        {
          cell_type: 'code',
          source: ['import os\n', '!ls -la ../data\n', 'df = pd.read_sql("SELECT * FROM a", con)'],
        },
      ],
      nbformat: 4,
    },
    '/api/contents/a.ipynb',
  ),
  'a save of a diagram': bodyRequest(
    'text/xml',
    '<mxfile><diagram id="a"><mxGraphModel><root><mxCell id="0" value="&lt;b&gt;A &amp;amp; B&lt;/b&gt;" style="rounded=1;html=1;"/></root></mxGraphModel></diagram></mxfile>',
    '/save',
  ),
  'a save of a page builder': bodyRequest(
    FORM,
    `action=elementor_ajax&_nonce=a1&actions=${quoted(JSON.stringify({ save: { data: { elements: [{ settings: { editor: '<p style="color:red">Hi</p>', custom_css: 'selector a:hover{opacity:.5}', html: '<a href="#" class="x">y</a>' } }] } } }))}`,
    '/wp-admin/admin-ajax.php',
  ),
  'a batch of Odoo': json(
    {
      jsonrpc: '2.0',
      method: 'call',
      params: {
        model: 'res.partner',
        method: 'search_read',
        args: [[['name', 'ilike', "o'neill"], '|', ['active', '=', true], ['id', '>', 0]]],
        kwargs: {},
      },
    },
    '/web/dataset/call_kw',
  ),
  'a call of SAP': get(
    `/sap/opu/odata/sap/X_SRV/A('1')?$expand=toItems&$filter=${quoted("substringof('a b',Name) and (X eq '1' or Y ne '')")}`,
  ),
  'an order of FHIR': json(
    {
      resourceType: 'Observation',
      code: { text: 'BP < 120/80; HR > 60' },
      note: [{ text: "patient's arm; left & right -- ok" }],
    },
    '/fhir/Observation',
  ),
  'a message of HL7': bodyRequest(
    'x-application/hl7-v2+er7',
    "MSH|^~\\&|LAB|H1|EHR|H1|20261126||ORU^R01|7|P|2.5\rPID|1||12^^^H1||O'Neill^Jane||19800101|F\rOBX|1|NM|GLU||5.6|mmol/L|3.9-5.8|N\r",
    '/hl7',
  ),
  'an invoice of EDI': bodyRequest(
    'application/edifact',
    "UNB+UNOC:3+A:14+B:14+261126:1000+1'UNH+1+INVOIC:D:96A:UN'BGM+380+7+9'FTX+AAI+++it?'s ok'UNT+4+1'UNZ+1+1'",
    '/edi',
  ),
  'a payment of ISO 20022': bodyRequest(
    'application/xml',
    '<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn><PmtInf><RmtInf><Ustrd>Invoice 7; O\'Neill &amp; Co -- thanks</Ustrd></RmtInf></PmtInf></CstmrCdtTrfInitn></Document>',
    '/pay',
  ),
  'a calendar': {
    ...bodyRequest(
      'text/calendar',
      "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:a@b\r\nDTSTART:20261126T100000Z\r\nSUMMARY:Jane's talk\\; room 1 or 2\r\nRRULE:FREQ=WEEKLY;BYDAY=MO,WE\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n",
      '/cal/a.ics',
    ),
    method: 'PUT',
  },
  'a card of a person': {
    ...bodyRequest(
      'text/vcard',
      'BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Jürgen "J" O\'Neill\r\nTEL;TYPE=cell:+49 170 1234567\r\nPHOTO:data:image/png;base64,iVBORw0KGgo=\r\nEND:VCARD\r\n',
      '/card/a.vcf',
    ),
    method: 'PUT',
  },
  'a search of WebDAV': {
    ...bodyRequest(
      'text/xml',
      '<?xml version="1.0"?><d:propfind xmlns:d="DAV:"><d:prop><d:getlastmodified/><d:resourcetype/></d:prop></d:propfind>',
      '/dav/',
    ),
    method: 'PROPFIND',
  },
  'a mail in a webhook': bodyRequest(
    FORM,
    `from=${quoted('Jan <jan@example.org>')}&subject=${quoted('Re: [#7] <no subject>')}&body-html=${quoted('<html><head><style>p{margin:0}</style></head><body><p>Hi &amp; bye</p><img src="cid:a"></body></html>')}&signature=ab12`,
    '/hooks/mail',
  ),
  'a hook of a chat': bodyRequest(
    FORM,
    `token=a&command=%2Fdeploy&text=${quoted("api main && don't wait; --force | tee")}&response_url=${quoted('https://hooks.chat.example/commands/1/2')}`,
    '/hooks/chat',
  ),
  'an alert of a monitor': json(
    {
      alerts: [
        {
          labels: { alertname: 'High5xx', expr: 'rate(x{code=~"5.."}[5m]) > 1 and on() up == 1' },
          annotations: { description: '{{ $labels.instance }} is down; see `kubectl get pods`' },
          generatorURL: 'http://prometheus:9090/graph?g0.expr=up+%3D%3D+0',
        },
      ],
    },
    '/hooks/alerts',
  ),
  'a table in a form': bodyRequest(
    FORM,
    `paste=${quoted('A\tB\n1\t=A1+1\n-2\t"x; y"\n+3\t@home')}`,
    '/import',
  ),
  'a table as a file': upload(
    'Kunden (Kopie) – Ü.csv',
    'text/csv',
    '\ufeffNr;Name;Notiz\r\n1;O\'Neill;"a; b -- c"\r\n2;Müller;=1+1\r\n',
  ),
  'a program of a pupil': upload(
    'aufgabe3.py',
    'text/x-python',
    'import os\n\nfor n in os.listdir("."):\n    print(n)\n',
  ),
  'a script of a pupil': upload(
    'hallo.sh',
    'application/x-sh',
    '#!/bin/sh\necho "Hallo $1" && ls -la | wc -l\n',
  ),
  'a page of a pupil': upload(
    'index.html',
    'text/html',
    '<!doctype html><html><head><script src="a.js"></script></head><body onload="start()"><h1>Hi</h1></body></html>',
  ),
  'a paper in TeX': upload(
    'paper.tex',
    'application/x-tex',
    '\\documentclass{article}\\begin{document}\\input{intro} $a < b$ \\end{document}',
  ),
  'a track of a run': upload(
    'run.gpx',
    'application/gpx+xml',
    '<?xml version="1.0"?><gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk><name>Jane\'s run</name></trk></gpx>',
  ),
  'a drawing with styles': upload(
    'logo.svg',
    'image/svg+xml',
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><style>.a{fill:#f00}</style><defs><linearGradient id="g"/></defs><path class="a" d="M0 0L9 9Z" fill="url(#g)"/><a href="https://shop.example"><text>x</text></a></svg>',
  ),
  'a login with a hard password': bodyRequest(
    FORM,
    `user=jane&password=${quoted('x\'; --<a>|&$(9)"`{}%00\\')}`,
    '/login',
  ),
  'a password of four words': json({ user: 'jane', password: 'select or\' from-the"union 1=1' }, '/login'),
  'a token in a cookie': get(
    '/',
    'Cookie',
    `auth=${base64url('{"alg":"HS256","typ":"JWT"}')}.${base64url('{"sub":"jane","name":"Jane O\'Neill","exp":1900000000}')}.c2lnbmF0dXJlMTIz`,
  ),
  'settings in a cookie': get(
    '/',
    'Cookie',
    `cart=${quoted('[{"id":7,"n":"Levi\'s <501>"}]')}; last=${base64('{"q":"a & b; c"}')}; r=/p/../q`,
  ),
  'a Referer with a search': get(
    '/',
    'Referer',
    `https://search.example/?q=${quoted('how to write \'select\' or "drop" in sql')}`,
  ),
  'an odd agent': get(
    '/',
    'User-Agent',
    'Dalvik/2.1.0 (Linux; U; Android 14; SM-S918B Build/UP1A; wv) shop/3.1 (+https://shop.example/app; contact="it@shop.example")',
  ),
  'a socket': get(
    '/ws?token=a.b-c_d&v=2',
    'Connection',
    'Upgrade',
    'Upgrade',
    'websocket',
    'Sec-WebSocket-Version',
    '13',
    'Sec-WebSocket-Key',
    'dGhlIHNhbXBsZSBub25jZQ==',
    'Sec-WebSocket-Protocol',
    'graphql-transport-ws, mqtt',
  ),
  'a path with names': get(
    `/wiki/${quoted('C++ (Programmiersprache)')}/${quoted("Rock 'n' Roll & <Blues>")}`,
  ),
  'a path of a store': get('/v2/library/alpine/manifests/sha256:abcd?ns=docker.io'),
  'a path of a package': get('/@scope%2fname/-/name-1.0.0-beta.1+build.5.tgz'),
  'a link with marks': get(
    '/?utm_source=news&utm_campaign=select%20one%20or%20more&gclid=Cj0KCQiA&fbclid=IwAR0',
  ),
  'a link of unsubscribing': get(`/u?e=${base64url('jane@example.org|list:7|1900000000')}&s=1a2b3c`),
  'a state of a grid': get(
    `/grid?state=${quoted(JSON.stringify({ filter: { logic: 'or', filters: [{ field: 'name', operator: 'contains', value: "o'n" }] }, sort: [{ dir: 'desc' }], group: [] }))}`,
  ),
};

/** Each text where people write, and unusual requests of their programs. */
export const ZONE_REQUESTS: Readonly<Record<string, HoldoutRequest>> = Object.fromEntries([
  ...Object.values(ZONE_TEXTS)
    .flat()
    .flatMap((text) =>
      Object.entries(TEXT_PLACES).flatMap(([place, send]) => {
        const sent = send(text);
        return sent === null ? [] : [[`${place}: ${text.slice(0, 90)}`, sent] as const];
      }),
    ),
  ...Object.entries(WHOLE),
]);
