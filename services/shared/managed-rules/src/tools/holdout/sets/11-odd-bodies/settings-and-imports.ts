// biome-ignore-all lint/suspicious/noTemplateCurlyInString: programs send it
import { gzipSync } from 'node:zlib';
import {
  browser,
  browserForm,
  browserJson,
  browserParts,
  client,
  clientJson,
  get,
  noise,
} from '../../support/clients.ts';
import type { HoldoutRequest } from '../../support/request.ts';

const setting = (name: string, value: string): HoldoutRequest =>
  browserJson('/api/settings', { name, value, scope: 'project' });
const file = (name: string, type: string, content: string): HoldoutRequest =>
  browserParts('/import', [
    { name: 'csrf', content: 'b7ad' },
    { name: 'file', file: name, type, content },
  ]);
const yaml = (path: string, content: string): HoldoutRequest =>
  browserJson(`/api/v4/projects/7/repository/files/${encodeURIComponent(path)}`, {
    branch: 'main',
    content,
    commit_message: `Update ${path}`,
  });
const beacon = (target: string, document: unknown): HoldoutRequest =>
  browser('POST', target, ['Content-Type', 'text/plain;charset=UTF-8'], JSON.stringify(document));

/** Of the set `odd-bodies`: forms of settings, pipelines, tables that are imported, beacons and reports of browsers. */
export const SETTINGS_AND_IMPORTS: Readonly<Record<string, HoldoutRequest>> = {
  'setting: a pattern of branches': setting('protected_branches', '^(main|release/v\\d+\\.\\d+(?:\\.x)?)$'),
  'setting: a pattern of mail addresses': setting(
    'email_regex',
    "^[\\w.!#$%&'*+/=?^`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\\.[a-z0-9-]+)*$",
  ),
  'setting: a pattern of lines of logs': setting(
    'log_pattern',
    '(?P<ip>\\S+) \\S+ \\S+ \\[(?P<time>[^\\]]+)\\] "(?P<method>[A-Z]+) (?P<path>[^ "]+)[^"]*" (?P<status>\\d{3})',
  ),
  'setting: a pattern of links': setting(
    'link_filter',
    'https?://(?:www\\.)?(?:youtube\\.com/watch\\?v=|youtu\\.be/)([\\w-]{11})',
  ),
  'setting: a pattern of bad words': setting('blocklist', '\\b(viagra|casino|c[a@]sh\\s*now|f[r|]ee)\\b'),
  'setting: rewriting': setting('rewrite', '^/shop/([^/]+)/(\\d+)/?$ /index.php?category=$1&id=$2 [QSA,L]'),
  'setting: a server': setting(
    'nginx',
    'location ~ \\.php$ {\n  fastcgi_pass unix:/run/php/php8.3-fpm.sock;\n  fastcgi_param SCRIPT_FILENAME $document_root$fastcgi_script_name;\n  include fastcgi_params;\n}',
  ),
  'setting: a policy of contents': setting(
    'csp',
    "default-src 'self'; script-src 'self' 'strict-dynamic' 'nonce-{nonce}' https: 'unsafe-inline'; object-src 'none'; base-uri 'none'; report-uri /csp",
  ),
  'setting: a robots file': setting(
    'robots',
    'User-agent: *\nDisallow: /admin/\nDisallow: /*?sort=\nAllow: /wp-admin/admin-ajax.php\nSitemap: https://shop.example/sitemap.xml',
  ),
  'setting: own CSS': setting(
    'custom_css',
    '.hero::after { content: "\\201C"; background: url("/img/a.svg#b") no-repeat } @media (max-width: 40em) { .nav > li + li { display: none !important } }',
  ),
  'setting: a template of mails': setting(
    'mail_template',
    "Hi {{ customer.first_name | default: 'friend' }},\n{% if order.total > 100 %}Free shipping!{% endif %}\n{% for line in order.lines %}- {{ line.title }} × {{ line.quantity }}\n{% endfor %}",
  ),
  'setting: a template of Handlebars': setting(
    'page',
    '{{#each items}}<li>{{@index}}: {{name}} {{#if price}}({{price}}){{else}}-{{/if}}</li>{{/each}}',
  ),
  'setting: a name in a template': setting('filename', '{{date:YYYY-MM-DD}}_${ORDER_ID}_%s.pdf'),
  'setting: a time': setting('schedule', '0 2 * * 1-5'),
  'setting: a connection': setting(
    'dsn',
    'postgres://app@db.shop.example:5432/shop?sslmode=verify-full&application_name=web',
  ),
  'setting: a formula': setting(
    'shipping',
    'IF(AND(weight<=2, country="CH"), 7.00, MAX(9, ROUND(weight*1.5, 1)))',
  ),
  'setting: an expression of rules': setting(
    'rule',
    '(http.host eq "shop.example" and not ip.src in {192.0.2.0/24}) or (cf.threat_score gt 10 && http.request.uri.path contains "/admin")',
  ),
  'setting: CEL': setting(
    'policy',
    "request.auth.claims.group in ['admin', 'ops'] && !resource.name.startsWith('secret/')",
  ),
  'setting: Rego': setting(
    'policy',
    'package authz\n\ndefault allow := false\n\nallow if {\n  input.method == "GET"\n  input.path == ["orders", id]\n  data.owners[id] == input.user\n}',
  ),
  'setting: a tag manager': setting('data_layer', 'window.dataLayer = window.dataLayer || [];'),
  'setting: GPG': browserForm('/settings/keys', {
    key: `-----BEGIN PGP PUBLIC KEY BLOCK-----\n\n${noise(240).toString('base64').replace(/.{64}/g, '$&\n')}\n=Zk81\n-----END PGP PUBLIC KEY BLOCK-----`,
  }),
  'setting: a key of SSH': browserForm('/settings/ssh', {
    title: "Ann's laptop",
    key: `ssh-ed25519 ${noise(51).toString('base64')} ann@laptop`,
  }),
  'pipeline: GitHub': yaml(
    '.github/workflows/ci.yml',
    'name: CI\non: [push, pull_request]\njobs:\n  test:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: actions/checkout@v5\n      - run: npm ci && npm test\n        env:\n          TOKEN: ${{ secrets.GITHUB_TOKEN }}\n      - if: ${{ failure() }}\n        run: cat logs/*.log | tail -n 50\n',
  ),
  'pipeline: GitLab': yaml(
    '.gitlab-ci.yml',
    'image: node:24\nstages: [build, deploy]\nbuild:\n  script:\n    - npm ci\n    - npm run build\n  only:\n    - main\ndeploy:\n  script:\n    - scp -r dist/* deploy@shop.example:/srv/www/\n    - ssh deploy@shop.example "sudo systemctl reload nginx"\n',
  ),
  'pipeline: Compose': yaml(
    'docker-compose.yml',
    'services:\n  db:\n    image: postgres:17\n    healthcheck:\n      test: ["CMD-SHELL", "pg_isready -U $${POSTGRES_USER} || exit 1"]\n    volumes: ["./data:/var/lib/postgresql/data"]\n',
  ),
  'pipeline: Kubernetes': client(
    'PATCH',
    '/apis/apps/v1/namespaces/shop/deployments/web?fieldManager=kubectl',
    ['Content-Type', 'application/strategic-merge-patch+json'],
    JSON.stringify({
      spec: {
        template: {
          spec: {
            containers: [
              {
                name: 'web',
                image: 'shop/web:1.4.2',
                args: ['--log-format=json', '--listen=:8080'],
                livenessProbe: { httpGet: { path: '/health', port: 8080 } },
              },
            ],
          },
        },
      },
    }),
  ),
  'pipeline: variables': browserJson('/api/v4/projects/7/variables', {
    key: 'NODE_OPTIONS',
    value: '--max-old-space-size=4096 --enable-source-maps',
    protected: true,
    masked: false,
  }),
  'pipeline: a build that starts': browserJson('/job/shop/build', {
    parameter: [
      { name: 'BRANCH', value: 'origin/fix-#12' },
      { name: 'ARGS', value: '-DskipTests=true -Pprod' },
    ],
  }),
  'pipeline: a make file': yaml(
    'Makefile',
    'build: $(wildcard src/*.c)\n\t$(CC) $(CFLAGS) -o $@ $^\n\nclean:\n\trm -f *.o build\n',
  ),
  'pipeline: a log': client(
    'PATCH',
    '/api/v4/jobs/7/trace',
    ['Content-Type', 'text/plain', 'Content-Range', '0-310'],
    "\u001b[0KRunning with gitlab-runner 17.5\n\u001b[32;1m$ npm ci\u001b[0;m\nadded 812 packages in 14s\n\u001b[32;1m$ npm test -- --ci\u001b[0;m\nPASS src/sql.test.ts\n  ✓ escapes O'Brien (2 ms)\n  ✓ refuses '; in names (1 ms)\n",
  ),
  'import: customers': file(
    'customers.csv',
    'text/csv',
    'id;name;mail;note\n1;"O\'Brien, Conan";c@shop.example;"likes ""quotes"""\n2;Müller & Söhne;m@shop.example;=Summe\n3;D\'Angelo;d@shop.example;-\n',
  ),
  'import: products': file(
    'products.csv',
    'text/csv',
    'Handle,Title,Body (HTML),Vendor\nlamp,"Lamp ""Luna""","<p>Warm light, 5 < 10 W.</p><ul><li>E27</li></ul>",R&D\nscrew,Screw 5/8",<p>Steel</p>,Bolt\n',
  ),
  'import: a bank': file(
    'account.csv',
    'text/csv',
    'Datum;Text;Betrag\n27.11.2026;"Lastschrift -- Select Hotel; Union Str. 4";-120,00\n28.11.2026;"Gutschrift O\'Reilly";1\'200.50\n',
  ),
  'import: a calendar': file(
    'team.ics',
    'text/calendar',
    "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:Bob's birthday & drinks\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n",
  ),
  'import: bookmarks': file(
    'bookmarks.html',
    'text/html',
    '<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">\n<TITLE>Bookmarks</TITLE>\n<DL><p><DT><A HREF="https://x.example/?a=1&b=2" ADD_DATE="1764230400">It\'s &lt;mine&gt;</A>\n</DL><p>',
  ),
  'import: a map': file(
    'track.gpx',
    'application/gpx+xml',
    '<?xml version="1.0"?><gpx version="1.1" creator="Watch" xmlns="http://www.topografix.com/GPX/1/1"><trk><name>Joe\'s run</name><trkseg><trkpt lat="47.37" lon="8.54"><ele>408</ele></trkpt></trkseg></trk></gpx>',
  ),
  'import: a notebook': file(
    'plot.ipynb',
    'application/json',
    JSON.stringify({
      cells: [
        {
          cell_type: 'code',
          source: [
            'import pandas as pd\n',
            'df = pd.read_csv("a.csv")\n',
            'df[df["x"] > 5].groupby("y").mean()',
          ],
          outputs: [],
        },
      ],
      nbformat: 4,
    }),
  ),
  'import: subtitles': file(
    'film.srt',
    'text/plain',
    "1\n00:00:01,000 --> 00:00:03,500\n<i>It's not 'and', it's 'or'!</i>\n\n2\n00:00:04,000 --> 00:00:06,000\n- Who? -- Me.\n",
  ),
  'import: pasted cells': browserJson('/api/grid/paste', {
    rows: ['Name\tPrice\tFormula', "O'Hara\t12.50\t=B2*1.081", '"A" & "B"\t-3\t=IF(B3<0,"-","+")'],
  }),
  'source map': browserParts('/api/0/releases/1.4.2/files/', [
    {
      name: 'file',
      file: 'app.min.js.map',
      type: 'application/json',
      content: JSON.stringify({
        version: 3,
        sources: ['webpack:///./src/app.ts', '../../node_modules/react/index.js'],
        sourcesContent: [
          'export const a = (b: string): string => `${b}!`;\nif (a("x") && document.title !== "") console.log(1);\n',
        ],
        names: ['a', 'b'],
        mappings: 'AAAA,SAASA,EAAEC;AACX',
      }),
    },
  ]),
  'beacon: Sentry': beacon('/api/42/envelope/?sentry_key=abc&sentry_version=7', {
    event_id: HEX32(),
    exception: {
      values: [
        {
          type: 'TypeError',
          value: "Cannot read properties of undefined (reading 'map')",
          stacktrace: {
            frames: [
              { filename: 'https://shop.example/app.min.js', function: 'Array.map', lineno: 1, colno: 8812 },
              { filename: '<anonymous>', function: 'HTMLButtonElement.onClick' },
            ],
          },
        },
      ],
    },
    breadcrumbs: [
      { category: 'ui.click', message: 'body > div#root > button.btn[type="submit"][name="q"]' },
      { category: 'fetch', data: { url: '/api/search?q=o%27brien', status_code: 500 } },
    ],
  }),
  'beacon: GA4': browser(
    'POST',
    '/g/collect?v=2&tid=G-ABC&dl=https%3A%2F%2Fshop.example%2Fs%3Fq%3Dmen%2527s%2Bshoes%26sort%3D-price&dt=Men%27s%20shoes%20%7C%20Shop&en=page_view',
    [],
    'en=scroll&epn.percent_scrolled=90',
  ),
  'beacon: Matomo': get('/matomo.php', {
    idsite: '1',
    rec: '1',
    action_name: "Search > 'lamps' & more",
    url: 'https://shop.example/?q=a%26b',
    urlref: 'https://www.google.example/',
    _cvar: '{"1":["type","guest"]}',
  }),
  'beacon: Segment': beacon('/v1/batch', {
    batch: [
      {
        type: 'track',
        event: 'Product Added',
        properties: { name: 'Lamp "Luna" <new>', path: '/p/lamp?c=1' },
      },
    ],
    sentAt: '2026-11-27T08:00:00Z',
  }),
  'beacon: Plausible': beacon('/api/event', {
    n: 'pageview',
    u: 'https://shop.example/blog/sql-union-explained#part-2',
    d: 'shop.example',
    r: 'https://duckduckgo.example/',
  }),
  'beacon: vitals': beacon('/vitals', {
    metrics: [{ name: 'LCP', value: 1840.3, element: 'main>section:nth-child(2)>img.hero[src*="/a.jpg"]' }],
  }),
  'beacon: a click': beacon('/collect', {
    type: 'click',
    selector: "#cart > li:nth-of-type(2) a[href^='/p/']",
    text: 'Remove <1 item>',
  }),
  'beacon: packed': client(
    'POST',
    '/i/v0/e/?compression=gzip-js',
    ['Content-Type', 'text/plain'],
    gzipSync(
      JSON.stringify([
        {
          event: '$autocapture',
          properties: { $elements: [{ tag_name: 'a', attr__href: 'javascript:void(0)', $el_text: "Don't" }] },
        },
      ]),
    ),
  ),
  'beacon: OpenTelemetry': clientJson('/v1/traces', {
    resourceSpans: [
      {
        scopeSpans: [
          {
            spans: [
              {
                name: 'GET /orders/{id}',
                attributes: [
                  {
                    key: 'db.statement',
                    value: {
                      stringValue: 'SELECT "orders"."id" FROM "orders" WHERE "orders"."id" = $1 LIMIT 1',
                    },
                  },
                  { key: 'http.target', value: { stringValue: '/orders/7?x=1' } },
                ],
              },
            ],
          },
        ],
      },
    ],
  }),
  'beacon: errors of a browser': client(
    'POST',
    '/reports',
    ['Content-Type', 'application/reports+json'],
    JSON.stringify([
      {
        type: 'csp-violation',
        url: 'https://shop.example/',
        body: {
          blockedURL: 'inline',
          effectiveDirective: 'script-src-elem',
          originalPolicy: "script-src 'self'; report-to r",
          sample: '(function(w,d){w.x=d',
        },
      },
    ]),
  ),
};

function HEX32(): string {
  return noise(16, 'event').toString('hex');
}
