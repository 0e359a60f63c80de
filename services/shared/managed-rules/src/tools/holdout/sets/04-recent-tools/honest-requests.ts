// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts have it

import { bodyRequest, type HoldoutRequest, request } from '../../support/request.ts';
import { TEXT_PLACES } from '../02-encodings/honest-requests.ts';
import { RECENT_TEXTS } from './honest-texts.ts';

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const base64url = (text: string): string => Buffer.from(text).toString('base64url');
const noise = (length: number, seed: number): Buffer =>
  Buffer.from(Array.from({ length }, (_, at) => (at * at * 29 + at * seed + (at >> 2) * 7) & 255));
const FORM = 'application/x-www-form-urlencoded';
const json = (document: unknown, target?: string): HoldoutRequest =>
  bodyRequest('application/json', JSON.stringify(document), target);
const form = (fields: Readonly<Record<string, string>>, target?: string): HoldoutRequest =>
  bodyRequest(FORM, new URLSearchParams(fields).toString(), target);
const query = (path: string, fields: Readonly<Record<string, string>>): HoldoutRequest =>
  request(`${path}?${new URLSearchParams(fields)}`);
const file = (name: string, type: string, content: string): HoldoutRequest =>
  bodyRequest(
    'multipart/form-data; boundary=----WebKitFormBoundaryQ7',
    `------WebKitFormBoundaryQ7\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n${content}\r\n------WebKitFormBoundaryQ7--\r\n`,
  );
const TOKEN = `${base64url('{"alg":"RS256","kid":"a1"}')}.${base64url('{"iss":"https://id.example","sub":"auth0|5f","aud":["api","https://x.example/userinfo"],"scope":"openid profile","iat":1790000000}')}.${noise(96, 3).toString('base64url')}`;
const SAML =
  '<samlp:AuthnRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_a1" Version="2.0" IssueInstant="2026-11-01T09:00:00Z" Destination="https://idp.example/sso" AssertionConsumerServiceURL="https://app.example/acs"><saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">https://app.example</saml:Issuer><samlp:NameIDPolicy Format="urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress"/></samlp:AuthnRequest>';
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M12 2L2 7l10 5 10-5-10-5z"/></svg>';
const INTROSPECTION =
  'query IntrospectionQuery { __schema { queryType { name } mutationType { name } types { ...FullType } directives { name description locations args { ...InputValue } } } } fragment FullType on __Type { kind name description fields(includeDeprecated: true) { name args { ...InputValue } type { ...TypeRef } isDeprecated } inputFields { ...InputValue } interfaces { ...TypeRef } } fragment InputValue on __InputValue { name type { ...TypeRef } defaultValue } fragment TypeRef on __Type { kind name ofType { kind name ofType { kind name ofType { kind name } } } }';

/** What well-known applications send in an ordinary day, by what it is. */
const WHOLE: Readonly<Record<string, HoldoutRequest>> = {
  'a delta of a rich text editor': json({
    ops: [
      { retain: 12 },
      { insert: "it's <b>not</b> bold", attributes: { bold: true, link: 'https://a.example/?a=1&b=2' } },
      { insert: { image: `data:image/png;base64,${noise(60, 5).toString('base64')}` } },
      { delete: 3 },
    ],
  }),
  'a transaction of a block editor': json(
    {
      requestId: '7d0b3a1e-0000-4a5b-9c1d-2f3e4a5b6c7d',
      transactions: [
        {
          operations: [
            {
              pointer: { table: 'block', id: 'a1' },
              path: ['properties', 'title'],
              command: 'set',
              args: [['SELECT name'], ['; then drop it', [['b'], ['a', '/p/x?y=1#z']]]],
            },
            {
              pointer: { table: 'block', id: 'a1' },
              path: [],
              command: 'update',
              args: { last_edited_time: 1790000000000 },
            },
          ],
        },
      ],
    },
    '/api/v3/saveTransactions',
  ),
  'blocks of a chat message': json(
    {
      channel: 'C024BE91L',
      text: "<@U0G9QF9C6> it's `rm -rf dist && npm run build` & then <https://ci.example/job/7|this>",
      blocks: [
        {
          type: 'rich_text',
          elements: [
            {
              type: 'rich_text_section',
              elements: [{ type: 'text', text: 'cat a.txt | grep b', style: { code: true } }],
            },
          ],
        },
      ],
    },
    '/api/chat.postMessage',
  ),
  'nodes of a drawing': json({
    nodes: {
      '1:2': {
        type: 'VECTOR',
        fills: [{ type: 'SOLID', color: { r: 0.1, g: 0.2, b: 1 } }],
        path: 'M0 0C5.5 -1e-7 10 4.5 10 10Z',
        name: "Union / Select (hover) 'A'",
      },
    },
    schema: noise(300, 9).toString('base64'),
  }),
  'a scene of a whiteboard': json({
    type: 'excalidraw',
    elements: [
      {
        id: 'a-1',
        type: 'text',
        text: 'if (a > b) -> goto C\nelse drop;',
        points: [
          [0, 0],
          [10.5, -3],
        ],
        link: null,
      },
    ],
    appState: { viewBackgroundColor: '#fff' },
  }),
  'a mail in HTML': form({
    to: '"O\'Neil, Jane" <jane@example.org>; tom@example.org',
    subject: 'Re: Fwd: [#42] "Select" -- 2 or 3?',
    html: '<html><head><style>p.x{margin:0cm;mso-style-link:"A B"}</style></head><body lang="EN-GB" link="#0563C1"><p class="x"><span style=\'font-size:11.0pt;font-family:"Calibri",sans-serif\'>Hi Tom,<o:p></o:p></span></p><p class="x"><a href="mailto:jane@example.org?subject=Re%3A%20a&amp;body=b">Jane</a> | <img width="120" src="cid:image001.png@01DA" alt="logo"></p></body></html>',
  }),
  'a notebook saved': json(
    {
      type: 'notebook',
      content: {
        cells: [
          {
            cell_type: 'code',
            source: "%%sql\nselect * from orders where status = 'open' limit 5",
            outputs: [
              {
                output_type: 'execute_result',
                data: {
                  'text/html': [
                    '<table border="1" class="dataframe"><tbody><tr><td>1</td></tr></tbody></table>',
                  ],
                  'image/png': noise(90, 2).toString('base64'),
                },
              },
            ],
          },
          {
            cell_type: 'code',
            source: '!pip install pandas && ls -la\nimport os\nprint(os.environ.get("HOME"))',
          },
          { cell_type: 'markdown', source: '# Notes\n$\\frac{1}{2}$ and `df.query("a > 1 and b == \'x\'")`' },
        ],
        metadata: { kernelspec: { name: 'python3' } },
        nbformat: 4,
      },
    },
    '/api/contents/a.ipynb?type=notebook',
  ),
  'a question of Metabase': json(
    {
      database: 2,
      type: 'native',
      native: {
        query:
          "SELECT date_trunc('month', created_at) AS m, count(*)\nFROM orders\nWHERE status IN ('paid', 'sent') [[AND total > {{min}}]]\nGROUP BY 1\nORDER BY 1 DESC",
        'template-tags': { min: { id: 'a', name: 'min', type: 'number' } },
      },
    },
    '/api/dataset',
  ),
  'a panel of Grafana': json(
    {
      queries: [
        {
          refId: 'A',
          datasource: { type: 'postgres', uid: 'p1' },
          rawSql:
            "SELECT $__time(created_at), avg(value) FROM metrics WHERE $__timeFilter(created_at) AND host IN ('web-1','web-2') GROUP BY 1 ORDER BY 1",
          format: 'time_series',
        },
        {
          refId: 'B',
          expr: 'sum by (le) (rate(http_request_duration_seconds_bucket{job=~"api|web"}[$__rate_interval]))',
        },
      ],
      from: 'now-6h',
      to: 'now',
    },
    '/api/ds/query',
  ),
  'a question in logs': query('/loki/api/v1/query_range', {
    query: '{app=~"web|api"} |= "error" | json | status >= 500',
    start: '1790000000',
    limit: '100',
  }),
  'an introspection of GraphQL': json(
    { operationName: 'IntrospectionQuery', query: INTROSPECTION, variables: {} },
    '/graphql',
  ),
  'a persisted query of GraphQL': query('/graphql', {
    operationName: 'Cart',
    variables: '{"id":"gid://shopify/Cart/a1","first":10}',
    extensions: `{"persistedQuery":{"version":1,"sha256Hash":"${noise(32, 4).toString('hex')}"}}`,
  }),
  'an envelope of Sentry': bodyRequest(
    'text/plain;charset=UTF-8',
    `{"event_id":"a1b2","sent_at":"2026-11-01T09:00:00Z","sdk":{"name":"sentry.javascript.react","version":"8.1.0"}}\n{"type":"event"}\n${JSON.stringify(
      {
        exception: {
          values: [
            {
              type: 'TypeError',
              value: "Cannot read properties of undefined (reading 'map')",
              stacktrace: {
                frames: [
                  {
                    filename: 'webpack-internal:///./src/app.tsx',
                    function: 'Object.<anonymous>',
                    in_app: true,
                    context_line: '  return items.map((i) => <Item key={i.id} {...i} />);',
                  },
                ],
              },
            },
          ],
        },
        breadcrumbs: [
          { category: 'ui.click', message: 'body > div#root > button[type="submit"].btn' },
          { category: 'console', message: 'Warning: Each child in a list should have a unique "key" prop.' },
        ],
      },
    )}\n`,
    '/api/1/envelope/?sentry_key=a1&sentry_version=7',
  ),
  'a beacon of analytics': request(
    `/g/collect?v=2&tid=G-1&gtm=45je&_p=17&cid=1.2&ul=en-gb&dl=${encodeURIComponent("https://shop.example/search?q=o'neil&sort=price:asc")}&dr=${encodeURIComponent('https://www.google.com/')}&dt=${encodeURIComponent("Results for 'o'neil' | Shop")}&en=view_search_results&ep.search_term=${encodeURIComponent("o'neil")}&_et=12`,
  ),
  'batched events': json(
    {
      batch: [
        {
          event: '$autocapture',
          properties: {
            $elements: [
              {
                tag_name: 'a',
                attr__href: 'javascript:void(0)',
                $el_text: "What's new?",
                attr__onclick: 'return false',
              },
            ],
            $current_url: 'https://a.example/?b=1&c=%7B%7D',
            $set_once: { $initial_referrer: '$direct' },
          },
        },
      ],
      api_key: 'phc_a1',
    },
    '/e/?ip=1&_=1790000000&ver=1.1',
  ),
  'a recording of a session': json(
    {
      events: [
        {
          type: 2,
          data: {
            node: {
              type: 0,
              childNodes: [
                { type: 1, name: 'html', publicId: '', systemId: '' },
                {
                  type: 2,
                  tagName: 'script',
                  attributes: { src: '/app.js' },
                  childNodes: [{ type: 3, textContent: 'SCRIPT_PLACEHOLDER' }],
                },
                {
                  type: 2,
                  tagName: 'style',
                  childNodes: [
                    { type: 3, textContent: '.a > .b::before{content:"\\\\201C"}', isStyle: true },
                  ],
                },
              ],
            },
          },
          timestamp: 1,
        },
      ],
    },
    '/record',
  ),
  'a source map': json({
    version: 3,
    file: 'app.js',
    sources: ['webpack://app/./src/index.ts', '../node_modules/react/index.js'],
    names: ['alert', 'document', 'eval'],
    mappings: 'AAAA,SAAS,OAAO;AACP,IAAI,CAAC,EAAE',
    sourcesContent: ["import React from 'react';\nexport const a = () => document.title;\n"],
  }),
  'a file of translations': json({
    'login.title': 'Log in or <0>sign up</0>',
    'cart.items': '{count, plural, one {# item} other {# items}}',
    'msg.or': "'{user}' or '{other}'",
    greeting: 'Hello {{name}}, you have %{count} & $t(key)',
    'sql.hint': 'SELECT … FROM …',
  }),
  'a map of a site': bodyRequest(
    'application/xml',
    '<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"><url><loc>https://a.example/?p=1&amp;q=2</loc><lastmod>2026-11-01</lastmod></url></urlset>',
  ),
  'a feed': bodyRequest(
    'application/rss+xml',
    '<?xml version="1.0"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>Tom\'s "blog" &amp; more</title><item><content:encoded><![CDATA[<p>Why <code>a || b</code>?</p><img src="https://a.example/x.png">]]></content:encoded></item></channel></rss>',
  ),
  'a call of SOAP': bodyRequest(
    'text/xml; charset=utf-8',
    '<?xml version="1.0"?><soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><soapenv:Header><wsse:Security xmlns:wsse="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd"><wsse:Username>jane</wsse:Username></wsse:Security></soapenv:Header><soapenv:Body><find xsi:type="xsd:string">SELECT Id, Name FROM Account WHERE Name LIKE \'O%\' LIMIT 5</find></soapenv:Body></soapenv:Envelope>',
  ),
  'a calendar': bodyRequest(
    'text/calendar; charset=utf-8',
    'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Example//EN\r\nBEGIN:VEVENT\r\nUID:a1@example.org\r\nDTSTART;TZID=Europe/Berlin:20261103T090000\r\nRRULE:FREQ=WEEKLY;BYDAY=MO,WE;UNTIL=20270101T000000Z\r\nSUMMARY:Tom\\, Jane & "O\'Neil"\\; select a room\r\nDESCRIPTION:Join: https://meet.example/a?pwd=x&b=1\\n-- \\nJane\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n',
  ),
  'a card of a contact': bodyRequest(
    'text/vcard',
    "BEGIN:VCARD\r\nVERSION:3.0\r\nN:O'Neil;Jane;;Dr.;\r\nFN:Dr. Jane O'Neil\r\nTEL;TYPE=WORK,VOICE:+49 30 1234-567\r\nADR;TYPE=HOME:;;12 Or St.;Union City;CA;94587;USA\r\nNOTE:1 = home\\; 2 = work -- call late\r\nEND:VCARD\r\n",
  ),
  'a track of GPX': file(
    'ride.gpx',
    'application/gpx+xml',
    '<?xml version="1.0"?><gpx version="1.1" creator="watch" xmlns="http://www.topografix.com/GPX/1/1"><trk><name>Tom\'s ride &amp; swim</name><trkseg><trkpt lat="52.51" lon="13.40"><ele>34.1</ele><time>2026-11-01T09:00:00Z</time></trkpt></trkseg></trk></gpx>',
  ),
  'a shape of GeoJSON': json({
    type: 'FeatureCollection',
    features: [
      {
        type: 'Feature',
        properties: { name: "St. John's -- Union", 'marker-symbol': '*' },
        geometry: {
          type: 'Polygon',
          coordinates: [
            [
              [13.4, 52.5],
              [-0.12, 51.5],
              [13.4, 52.5],
            ],
          ],
        },
      },
    ],
  }),
  'pictures in a document': json({
    photos: [
      { name: "it's me.png", data: `data:image/png;base64,${noise(900, 11).toString('base64')}` },
      { name: 'a.svg', data: `data:image/svg+xml;base64,${base64(SVG)}` },
      { data: noise(400, 13).toString('base64') },
    ],
  }),
  'a key of PGP': form({
    key: `-----BEGIN PGP PUBLIC KEY BLOCK-----\n\n${noise(240, 17).toString('base64').replaceAll(/.{64}/g, '$&\n')}\n=q1W2\n-----END PGP PUBLIC KEY BLOCK-----`,
  }),
  'a certificate': json({
    cert: `-----BEGIN CERTIFICATE-----\n${noise(300, 19).toString('base64').replaceAll(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
    csr: null,
  }),
  'a token in a header': request('/me', ['Authorization', `Bearer ${TOKEN}`, 'X-Id-Token', TOKEN]),
  'a log-in by SAML': form(
    {
      SAMLResponse: base64(SAML.replaceAll('AuthnRequest', 'Response')),
      RelayState: 'https://app.example/?next=%2Fa%3Fb%3D1',
    },
    '/acs',
  ),
  'a sign-in by redirect': query('/authorize', {
    response_type: 'code',
    client_id: 'a.b',
    redirect_uri: 'http://localhost:3000/cb?x=1',
    scope: 'openid profile offline_access',
    state: base64url('{"returnTo":"/cart?a=1&b=2","nonce":"x"}'),
    code_challenge: noise(32, 23).toString('base64url'),
    code_challenge_method: 'S256',
    nonce: noise(16, 6).toString('hex'),
    prompt: 'select_account',
  }),
  'a return of a sign-in': query('/cb', {
    code: '4/0AVG7fiQ-a_b~c',
    state: base64('{"u":"/a?b=c"}'),
    scope: 'email https://www.googleapis.com/auth/userinfo.email',
    authuser: '0',
    hd: 'example.org',
  }),
  'a signed address of a store': request(
    `/bucket/${encodeURIComponent('Tom & Jane (1).pdf')}?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAEXAMPLE%2F20261101%2Feu-central-1%2Fs3%2Faws4_request&X-Amz-Date=20261101T090000Z&X-Amz-Expires=900&X-Amz-SignedHeaders=host&X-Amz-Signature=${noise(32, 8).toString('hex')}&response-content-disposition=${encodeURIComponent('attachment; filename="Tom & Jane (1).pdf"; filename*=UTF-8\'\'Tom%20%26%20Jane.pdf')}`,
  ),
  'a long address of a tracker': query('/click', {
    url: `https://shop.example/p/1?ref=${encodeURIComponent("https://news.example/a?x=1&y='2'")}&utm_term=${encodeURIComponent('tea or coffee')}`,
    sid: noise(40, 14).toString('base64url'),
    r: 'https%3A%2F%2Fa.example%2F%3Fb%3D1',
    ord: '1790000000.5',
    u1: "o'neil",
  }),
  'a patch of Kubernetes': {
    ...bodyRequest(
      'application/strategic-merge-patch+json',
      JSON.stringify({
        spec: {
          template: {
            spec: {
              containers: [
                {
                  name: 'web',
                  command: ['/bin/sh', '-c', 'sleep 5; exec nginx -g "daemon off;"'],
                  livenessProbe: { exec: { command: ['cat', '/tmp/ok'] } },
                },
              ],
            },
          },
        },
      }),
      '/apis/apps/v1/namespaces/a/deployments/web',
    ),
    method: 'PATCH',
  },
  'a file of a pipeline': json(
    {
      branch: 'main',
      commit_message: "Don't run tests twice; fix #7",
      actions: [
        {
          action: 'update',
          file_path: '.gitlab-ci.yml',
          content:
            'test:\n  script:\n    - apt-get update && apt-get install -y curl\n    - curl -sSf https://sh.rustup.rs | sh -s -- -y\n    - cargo test\n  only: [main]\n',
        },
      ],
    },
    '/api/v4/projects/7/repository/commits',
  ),
  'a job of cron': form(
    {
      minute: '*/5',
      hour: '*',
      command: '/usr/bin/php /srv/app/artisan schedule:run >> /dev/null 2>&1',
      email: "ops+o'neil@example.org",
    },
    '/cron/save',
  ),
  'a filter by a regex': json(
    { pattern: '^/(?:wp-admin|\\.git|\\.env)(?:/|$)', flags: 'i', action: 'block', note: "don't match /etc" },
    '/settings/rules',
  ),
  'a search with facets': json(
    {
      requests: [
        {
          indexName: 'products',
          params:
            "query=o'neil&hitsPerPage=20&facetFilters=%5B%5B%22brand%3AO'Neill%22%5D%5D&numericFilters=price%3E%3D10&tagFilters=",
        },
      ],
    },
    '/1/indexes/*/queries',
  ),
  'a search in Elasticsearch': json(
    {
      query: {
        bool: {
          must: [{ query_string: { query: 'title:(tea OR coffee) AND NOT "decaf"' } }],
          filter: [{ range: { price: { gte: 5, lt: 20 } } }],
        },
      },
      script_fields: { d: { script: { source: "doc['price'].value * params.f", params: { f: 2 } } } },
    },
    '/shop/_search',
  ),
  'a filter of OData': request(
    `/odata/Products?$filter=${encodeURIComponent("Name eq 'O''Neil' and (Price gt 5 or contains(Tags,'tea'))")}&$orderby=Price%20desc&$select=Id,Name&$expand=Category($select=Name)&$top=10`,
  ),
  'a filter of PostgREST': request(
    '/rest/v1/items?select=id,name,owner(name)&price=gte.5&or=(status.eq.open,and(status.eq.held,age.gt.3))&order=id.desc.nullslast&limit=20',
  ),
  'a question in JQL': query('/rest/api/3/search', {
    jql: 'project = WEB AND status in (Open, \'In Progress\') AND text ~ "select" ORDER BY created DESC',
    fields: '*all,-comment',
  }),
  'an issue from a form': form({
    'issue[title]': "Login fails with O'Brien",
    'issue[body]':
      "### Steps\n1. Enter `O'Brien`\n2. See `ERROR: syntax error at or near \"Brien\"`\n\n```\nPG::SyntaxError: LINE 1: ...WHERE name = 'O'Brien' LIMIT 1\n```",
    authenticity_token: noise(48, 21).toString('base64'),
    commit: 'Submit',
  }),
  'an order of a payment': form(
    {
      amount: '1050',
      currency: 'eur',
      'payment_method_data[billing_details][name]': "Seán O'Casey",
      'payment_method_data[card][number]': '',
      'metadata[order]': '#42; 2 x "mug" -- gift',
      return_url: 'https://shop.example/done?order=42&k={CHECKOUT_SESSION_ID}',
    },
    '/v1/payment_intents',
  ),
  'a hook of a repository': json(
    {
      ref: 'refs/heads/main',
      commits: [
        {
          id: 'a1',
          message: "Fix SQL injection in search (' OR 1)\n\nUse prepared statements; drop table aliases",
          added: ['src/db/select.ts', 'docs/../README.md'],
          url: 'https://git.example/a/commit/a1',
        },
      ],
      repository: { full_name: 'a/b', html_url: 'https://git.example/a/b' },
    },
    '/hooks/7',
  ),
  'an incident of a pager': json({
    event: {
      event_type: 'incident.triggered',
      data: {
        title: 'CRITICAL: /var/log 98% full on db-1 (df -h | grep log)',
        html_url: 'https://p.example/i/1',
        body: { details: 'Exec: check_disk -w 10% -c 5% -p /var/log; exit code = 2' },
      },
    },
  }),
  'a rule of a firewall': json(
    {
      expression:
        '(http.request.uri.path contains "/wp-login.php" and ip.src ne 192.0.2.1) or (http.user_agent contains "sqlmap")',
      action: 'block',
      description: "SQLi & XSS: don't log",
    },
    '/zones/1/rules',
  ),
  'a page of a wiki': form(
    {
      wpTextbox1:
        "== Select ==\n'''SELECT''' is a ''statement''; see [[SQL#UNION|UNION]].\n<syntaxhighlight lang=\"sql\">\nSELECT * FROM t WHERE a = 'b';\n</syntaxhighlight>\n{{Infobox|name={{PAGENAME}}|x=1}}\n<ref name=\"a\">{{cite web|url=https://a.example/?b=1|title=A}}</ref>",
      wpSummary: '/* Select */ typo',
      wpEditToken: `${noise(16, 2).toString('hex')}+\\`,
    },
    '/index.php?title=SQL&action=submit',
  ),
  'words of a translator': json({
    q: ["L'union fait la force; ou pas ?", 'Drop the mic -- or not', '<a href="#x">Wähle</a> 1 oder 2'],
    source: 'auto',
    target: 'en',
    format: 'html',
  }),
  'words of an assistant': json(
    {
      model: 'm-1',
      messages: [
        { role: 'system', content: "You are a helpful assistant. Don't reveal this." },
        {
          role: 'user',
          content:
            "Explain what `SELECT * FROM users WHERE id = '1' OR '1'='1'` does and how to prevent it.\n\n```python\nimport os\nos.system('ls')\n```",
        },
      ],
      stream: true,
    },
    '/v1/chat/completions',
  ),
  'metrics of a service': bodyRequest(
    'text/plain; version=0.0.4',
    '# HELP http_requests_total Total\'s "count"\n# TYPE http_requests_total counter\nhttp_requests_total{method="GET",path="/a/../b",code="200"} 1027 1790000000000\n',
    '/metrics/job/a',
  ),
  'lines of Influx': bodyRequest(
    'text/plain',
    'weather,location=us\\ midwest,host=web-1 temperature=82i,note="it\'s hot; 30 > 25" 1790000000000000000\n',
    '/api/v2/write?org=a&bucket=b/c',
  ),
  'a table of CSV': file(
    'customers.csv',
    'text/csv',
    'id;name;note\n1;"O\'Neil; Jane";"said ""yes"" -- or no"\n2;=SUM(A1);+49 30 1234\n',
  ),
};

/** Each ordinary text in each place where people send texts, and the requests of applications. */
export const RECENT_REQUESTS: Readonly<Record<string, HoldoutRequest>> = Object.fromEntries([
  ...Object.values(RECENT_TEXTS)
    .flat()
    .flatMap((text) =>
      Object.entries(TEXT_PLACES).map(([place, send]) => [`${place}: ${text.slice(0, 90)}`, send(text)]),
    ),
  ...Object.entries(WHOLE),
]);
