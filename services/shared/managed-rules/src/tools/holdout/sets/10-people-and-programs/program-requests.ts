// biome-ignore-all lint/suspicious/noTemplateCurlyInString: programs send it
import {
  browserJson,
  browserParts,
  client,
  clientForm,
  clientJson,
  get,
  noise,
} from '../../support/clients.ts';
import type { HoldoutRequest } from '../../support/request.ts';

const call = (name: string, args: object): HoldoutRequest =>
  clientJson('/v1/chat/completions', {
    model: 'm-4',
    stream: true,
    messages: [
      { role: 'system', content: 'You are a helpful assistant. Use tools when needed.' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'call_1', type: 'function', function: { name, arguments: JSON.stringify(args) } }],
      },
    ],
    temperature: 0.2,
  });
const result = (content: string): HoldoutRequest =>
  clientJson('/v1/messages', {
    model: 'm-4',
    max_tokens: 1024,
    messages: [{ role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_01', content }] }],
  });
const log = (text: string): HoldoutRequest =>
  client(
    'POST',
    '/ci/jobs/991/trace',
    ['Content-Type', 'text/plain', 'Job-Token', 'g1-Zk81', 'Content-Range', '0-900'],
    text,
  );
const csv = (text: string): HoldoutRequest =>
  browserParts('/import', [{ name: 'file', file: 'export.csv', type: 'text/csv', content: text }]);
const query = (document: object): HoldoutRequest => browserJson('/api/query', document);

/** What programs send: agents, collectors of traces, pipelines, tables, query builders, editors, webhooks. */
export const MODEL_PROGRAM_REQUESTS: Readonly<Record<string, HoldoutRequest>> = {
  'agent: runs a test': call('bash', {
    command: 'cd /workspace && npm test -- --watch=false 2>&1 | tail -n 40',
  }),
  'agent: looks for a word': call('bash', {
    command: 'grep -rn "getUser(" src --include=*.ts | head -20; git status --short',
  }),
  'agent: edits a file': call('str_replace', {
    path: '/workspace/src/db.ts',
    old: 'const q = "SELECT * FROM users WHERE id = " + id;',
    new: 'const q = sql`SELECT * FROM users WHERE id = ${id}`;',
  }),
  'agent: writes a page': call('write_file', {
    path: 'index.html',
    content:
      '<!doctype html>\n<html lang="en">\n<head><meta charset="utf-8"><title>Todo</title><link rel="stylesheet" href="style.css"></head>\n<body>\n<ul id="list"></ul>\n<script src="app.js" defer></script>\n</body>\n</html>\n',
  }),
  'agent: writes a script': call('write_file', {
    path: 'deploy.sh',
    content:
      '#!/usr/bin/env bash\nset -euo pipefail\ncd "$(dirname "$0")"\nfor h in web1 web2; do\n  rsync -az dist/ "deploy@$h:/srv/app/"\n  ssh "deploy@$h" "sudo systemctl restart app"\ndone\n',
  }),
  'agent: writes Python': call('write_file', {
    path: 'tool.py',
    content:
      'import subprocess, sys\n\ndef main() -> int:\n    out = subprocess.run(["git", "rev-parse", "HEAD"], capture_output=True, text=True)\n    print(out.stdout.strip())\n    return out.returncode\n\nif __name__ == "__main__":\n    sys.exit(main())\n',
  }),
  'agent: asks a database': call('run_sql', {
    sql: "WITH w AS (SELECT date_trunc('week', at) AS wk, sum(total) AS s FROM orders GROUP BY 1) SELECT wk, s, s - lag(s) OVER (ORDER BY wk) AS d FROM w ORDER BY wk DESC LIMIT 12;",
  }),
  'agent: computes': call('python', {
    code: "import pandas as pd\ndf = pd.read_csv('/mnt/data/sales.csv')\nprint(df.groupby('region')['total'].agg(['sum','mean']).to_markdown())",
  }),
  'agent: opens a page': call('browser_navigate', {
    url: 'https://docs.example.org/guide?v=2#install',
    wait: 'networkidle',
  }),
  'agent: runs in a page': call('browser_evaluate', {
    function: "() => [...document.querySelectorAll('a[href]')].map((a) => a.href).slice(0, 20)",
  }),
  'agent: what a command printed': result(
    'total 24\ndrwxr-xr-x 5 node node 4096 Nov 27 10:00 .\n-rw-r--r-- 1 node node  812 Nov 27 10:00 package.json\n-rw------- 1 node node   64 Nov 27 10:00 .env\n',
  ),
  'agent: what a test printed': result(
    'FAIL src/a.test.ts\n  ● adds\n    expect(received).toBe(expected) // Object.is equality\n    Expected: 3\n    Received: "12"\n      at Object.<anonymous> (src/a.test.ts:5:22)\n\nTests: 1 failed, 8 passed',
  ),
  'agent: what a file has': result(
    '1\t<?php\n2\tdeclare(strict_types=1);\n3\tnamespace App\\Http;\n4\tfinal class Kernel extends HttpKernel {\n5\t    protected $middleware = [TrustProxies::class];\n6\t}\n',
  ),
  'agent: what a diff has': result(
    'diff --git a/src/login.ts b/src/login.ts\n@@ -10,7 +10,7 @@\n-  if (user.password == password) {\n+  if (await verify(user.hash, password)) {\n     return sign({ sub: user.id });\n',
  ),
  'agent: an error of a tool': result(
    'Error: Command failed with exit code 127: pnpm run build\n/bin/sh: 1: pnpm: not found\n    at ChildProcess.exithandler (node:child_process:422:12)',
  ),
  'agent: a plan of steps': clientJson('/v1/responses', {
    input:
      'Refactor: 1) rename `exec()` to `run()`; 2) drop the unused table `tmp_users`; 3) update README.md && CHANGELOG.md; 4) open a PR.',
    tools: [{ type: 'code_interpreter', container: { type: 'auto' } }],
  }),
  'agent: a server of tools': clientJson('/mcp', {
    jsonrpc: '2.0',
    id: 3,
    method: 'tools/call',
    params: {
      name: 'execute_query',
      arguments: {
        query: "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'",
        read_only: true,
      },
    },
  }),
  'agent: a list of tools': clientJson('/mcp', {
    jsonrpc: '2.0',
    id: 4,
    result: {
      tools: [
        {
          name: 'shell',
          description: 'Runs a command with `sh -c`. Never use rm -rf / or sudo.',
          inputSchema: { type: 'object', properties: { cmd: { type: 'string' } }, required: ['cmd'] },
        },
      ],
    },
  }),
  'agent: a prompt with a schema': clientJson('/v1/chat/completions', {
    messages: [
      {
        role: 'user',
        content:
          "Schema:\nCREATE TABLE users (id SERIAL PRIMARY KEY, name TEXT, role TEXT CHECK (role IN ('admin','user')));\n\nQuestion: how many admins?\nSQL:",
      },
    ],
    stop: [';'],
  }),
  'agent: a question with an image': clientJson('/v1/chat/completions', {
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: "What's wrong in this screenshot?" },
          {
            type: 'image_url',
            image_url: { url: `data:image/png;base64,${noise(900, 'png').toString('base64')}` },
          },
        ],
      },
    ],
  }),
  'traces: a call of a database': clientJson('/v1/traces', {
    resourceSpans: [
      {
        resource: { attributes: [{ key: 'service.name', value: { stringValue: 'checkout' } }] },
        scopeSpans: [
          {
            spans: [
              {
                traceId: '5b8efff798038103d269b633813fc60c',
                spanId: 'eee19b7ec3c1b174',
                name: 'SELECT shop.orders',
                kind: 3,
                attributes: [
                  {
                    key: 'db.statement',
                    value: {
                      stringValue:
                        'SELECT o.id, o.total FROM orders o WHERE o.user_id = $1 AND o.state <> $2 ORDER BY o.id DESC LIMIT 20',
                    },
                  },
                ],
              },
            ],
          },
        ],
      },
    ],
  }),
  'traces: an exception': clientJson('/v1/traces', {
    resourceSpans: [
      {
        scopeSpans: [
          {
            spans: [
              {
                name: 'POST /pay',
                events: [
                  {
                    name: 'exception',
                    attributes: [
                      {
                        key: 'exception.stacktrace',
                        value: {
                          stringValue:
                            "java.sql.SQLException: Duplicate entry 'a@example.org' for key 'users.email'\n\tat com.mysql.cj.jdbc.exceptions.SQLError.createSQLException(SQLError.java:129)\n\tat java.base/java.lang.Thread.run(Thread.java:1583)",
                        },
                      },
                    ],
                  },
                ],
              },
            ],
          },
        ],
      },
    ],
  }),
  'logs: of containers': clientJson('/loki/api/v1/push', {
    streams: [
      {
        stream: { app: 'web', pod: 'web-7d9f' },
        values: [
          [
            '1764233000000000000',
            '203.0.113.7 - - [27/Nov/2026:10:00:00 +0000] "GET /search?q=%27%20OR%201%3D1 HTTP/1.1" 403 162 "-" "curl/8.5.0"',
          ],
          ['1764233000000000001', 'level=error msg="pq: syntax error at or near \\"from\\"" caller=db.go:42'],
        ],
      },
    ],
  }),
  'logs: of a system': clientJson('/services/collector/event', {
    event: 'Nov 27 10:00:01 web1 CRON[2211]: (root) CMD (cd / && run-parts --report /etc/cron.hourly)',
    sourcetype: 'syslog',
  }),
  'logs: of sudo': clientJson('/services/collector/event', {
    event:
      'web1 sudo:      ann : TTY=pts/0 ; PWD=/home/ann ; USER=root ; COMMAND=/usr/bin/systemctl restart nginx',
    sourcetype: 'auth',
  }),
  'logs: of slow queries': clientJson('/api/v2/logs', [
    {
      ddsource: 'mysql',
      message:
        "# Query_time: 12.1  Lock_time: 0.0 Rows_sent: 1  Rows_examined: 2000000\nSET timestamp=1764233000;\nSELECT COUNT(*) FROM orders WHERE note LIKE '%urgent%' OR state = 'open';",
      service: 'db',
    },
  ]),
  'logs: bulk': client(
    'POST',
    '/_bulk',
    ['Content-Type', 'application/x-ndjson'],
    '{"index":{"_index":"logs-2026.11.27"}}\n{"@timestamp":"2026-11-27T10:00:00Z","message":"UncaughtException: eval(\'x\') is not allowed by CSP","url":{"path":"/a/../b"},"user_agent":{"original":"sqlmap/1.8"}}\n',
  ),
  'metrics: of a line protocol': client(
    'POST',
    '/api/v2/write?bucket=b&org=o',
    ['Content-Type', 'text/plain'],
    'disk,host=web1,path=/var/lib/docker used=91.2,free=8i 1764233000\nprocess,cmd=/usr/sbin/mysqld\\ --user\\=mysql cpu=12.5 1764233000\n',
  ),
  'metrics: rules of alerts': clientJson('/api/v1/rules', {
    groups: [
      {
        name: 'a',
        rules: [
          {
            alert: 'High5xx',
            expr: 'sum(rate(http_requests_total{code=~"5..",path!~"/health|/metrics"}[5m])) / sum(rate(http_requests_total[5m])) > 0.05 and on() hour() > 6',
            for: '10m',
            annotations: { summary: '{{ $labels.instance }}: {{ $value | humanizePercentage }}' },
          },
        ],
      },
    ],
  }),
  'browser: an error of a script': browserJson('/envelope', {
    exception: {
      values: [
        {
          type: 'SyntaxError',
          value: 'Unexpected token \'<\', "<!DOCTYPE "... is not valid JSON',
          stacktrace: {
            frames: [
              {
                filename: 'https://shop.example/app.js',
                function: 'Object.<anonymous>',
                context_line: '    const data = JSON.parse(text); if (!data) throw new Error("x");',
                pre_context: ['  fetch(url).then((r) => r.text()).then((text) => {'],
              },
            ],
          },
        },
      ],
    },
  }),
  'browser: a replay of a session': browserJson('/replay', {
    events: [
      {
        type: 2,
        data: {
          node: {
            type: 2,
            tagName: 'button',
            attributes: { class: 'btn', onclick: 'addToCart(12)', 'aria-label': 'Add' },
            childNodes: [{ type: 3, textContent: 'Add to cart' }],
          },
        },
      },
      { type: 3, data: { source: 2, type: 2, id: 12, x: 4, y: 8 } },
    ],
  }),
  'browser: a breadcrumb': browserJson('/rum', {
    type: 'click',
    target: 'div#root > main > form:nth-of-type(2) > button[type="submit"]',
    text: 'Save & close',
    href: 'javascript:void(0)',
  }),
  'browser: a violation of a policy': client(
    'POST',
    '/csp',
    ['Content-Type', 'application/reports+json'],
    JSON.stringify([
      {
        type: 'csp-violation',
        url: 'https://shop.example/',
        body: {
          blockedURL: 'inline',
          effectiveDirective: 'script-src-attr',
          sample: "alert('hi')",
          originalPolicy: "default-src 'self'; report-to csp",
        },
      },
    ]),
  ),
  'CI: npm': log(
    '\u001b[32;1m$ npm ci && npm run build\u001b[0;m\nnpm warn deprecated inflight@1.0.6: This module is not supported\nadded 812 packages in 14s\n> shop@1.0.0 build\n> tsc -p . && node scripts/copy.js; echo done\n',
  ),
  'CI: Docker': log(
    '#9 [4/7] RUN apt-get update && apt-get install -y curl && rm -rf /var/lib/apt/lists/*\n#9 0.412 Get:1 http://deb.debian.org/debian bookworm InRelease [151 kB]\n#9 CACHED\n#12 exporting to image\n',
  ),
  'CI: tests of SQL': log(
    "not ok 12 - refuses ' OR 1=1 --\n  ---\n  at: test/search.test.js:44\n  expected: 400\n  actual: 200\n  query: SELECT * FROM t WHERE name = '' OR 1=1 --'\n",
  ),
  'CI: Terraform': log(
    '+ terraform plan -out=plan.tfplan\n  # aws_s3_bucket.logs will be created\n  + resource "aws_s3_bucket" "logs" {\n      + bucket = "logs-${var.env}"\n    }\nPlan: 1 to add, 0 to change, 0 to destroy.\n',
  ),
  'CI: a script is traced': log(
    "++ dirname ./ci/run.sh\n+ cd ./ci\n+ export PATH=/opt/bin:/usr/bin\n+ '[' -z '' ']'\n+ curl -fsSL https://get.example.org/install.sh\n+ sh -s -- --yes\n+ cat /etc/os-release\n",
  ),
  'CI: a workflow is saved': browserJson('/repos/a/b/contents', {
    path: '.github/workflows/ci.yml',
    content: Buffer.from(
      'on: [push]\njobs:\n  t:\n    runs-on: ubuntu-latest\n    steps:\n      - run: |\n          npm ci\n          npm test || exit 1\n        env:\n          TOKEN: ${{ secrets.TOKEN }}\n',
    ).toString('base64'),
  }),
  'CI: a report of JUnit': client(
    'POST',
    '/reports/junit',
    ['Content-Type', 'application/xml'],
    '<?xml version="1.0"?><testsuite name="a" tests="2" failures="1"><testcase classname="search" name="escapes &lt;b&gt; &amp; &apos;"/><testcase name="sql"><failure message="expected 1 to equal 2"><![CDATA[AssertionError: expected "<script>" to equal "&lt;script&gt;"\n at a.js:1]]></failure></testcase></testsuite>',
  ),
  'CI: a pipeline is linted': browserJson('/ci/lint', {
    content:
      'stages: [build, test]\nbuild:\n  script:\n    - apk add --no-cache git\n    - make -j$(nproc) all\n  rules:\n    - if: $CI_COMMIT_BRANCH == "main" && $CI_PIPELINE_SOURCE != "schedule"\n',
  }),
  'CSV: of customers': csv(
    'id;name;note\n1;"O\'Brien; Pat";"called; said ""later"""\n2;Müller & Söhne;1=1 Tausch\n3;D\'Angelo;-- none --\n',
  ),
  'CSV: of formulas': csv(
    'item,qty,price,sum\nTea,2,3.50,=B2*C2\nCoffee,1,8.00,=B3*C3\n,,Total,"=SUM(D2:D3)"\n',
  ),
  'CSV: of products': csv(
    'sku,title,html\nA-1,"Cable 1/2""","<p>Fast <b>&</b> cheap</p><ul><li>5 m</li></ul>"\nA-2,"Lamp",""\n',
  ),
  'CSV: of a bank': csv(
    'Date,Text,Amount\n27.11.2026,"SEPA/IBAN+DE02 1203 0000; REF. 0-1=2",-12.50\n26.11.2026,"PAYPAL *SELECT UNION LTD",-9.99\n',
  ),
  'CSV: of tags': csv('url,tags\n/a?b=1&c=2,"select, from, where"\n/x/../y,"{a|b}"\n'),
  'a sheet: cells': browserJson('/sheets/1/values:batchUpdate', {
    data: [
      {
        range: "'Q4 (new)'!A1:C2",
        values: [
          ['=IF(B2>0;"yes";"no")', '+49 30 1234', '@home'],
          ['=HYPERLINK("https://shop.example/a?b=1","Shop")', "'001", '-1+2'],
        ],
      },
    ],
  }),
  'a sheet: a formula with LET': browserJson('/sheets/1/values', {
    formula: '=LET(x,FILTER(A2:C99,(B2:B99="open")*(C2:C99>100)),IFERROR(SORT(x,3,-1),"none"))',
  }),
  'a sheet: a query': browserJson('/sheets/1/values', {
    formula:
      "=QUERY(Orders!A:F,\"select A, sum(D) where C = 'open' and D > 10 group by A order by sum(D) desc label sum(D) 'Total'\",1)",
  }),
  'builder: rules in JSON': query({
    condition: 'AND',
    rules: [
      { id: 'price', operator: 'less', value: '10.25' },
      {
        condition: 'OR',
        rules: [
          { id: 'name', operator: 'begins_with', value: "O'" },
          { id: 'cat', operator: 'in', value: ['a', 'b'] },
        ],
      },
    ],
    valid: true,
  }),
  'builder: SQL with parameters': query({
    sql: 'SELECT "name", COUNT(*) AS n FROM "orders" WHERE "state" IN (?, ?) AND ("total" > ? OR "vip" = ?) GROUP BY 1',
    params: ['open', 'paid', 100, true],
  }),
  'builder: a tree of Elasticsearch': query({
    query: {
      bool: {
        must: [
          { query_string: { query: 'title:(tea OR coffee) AND NOT state:draft', default_operator: 'AND' } },
        ],
        filter: { script: { script: { source: "doc['price'].value * params.f < 100", params: { f: 1.2 } } } },
      },
    },
  }),
  'builder: stages of an aggregation': query({
    pipeline: [
      { $match: { state: 'open', total: { $gte: 10 } } },
      { $group: { _id: '$customer', n: { $sum: 1 } } },
      { $sort: { n: -1 } },
      { $limit: 10 },
    ],
  }),
  'builder: a panel of Grafana': clientJson('/api/ds/query', {
    queries: [
      {
        refId: 'A',
        datasource: { type: 'postgres' },
        rawSql:
          'SELECT $__timeGroupAlias(at,\'5m\'), count(*) AS "n" FROM req WHERE $__timeFilter(at) AND code >= 500 GROUP BY 1 ORDER BY 1',
        format: 'time_series',
      },
    ],
    from: 'now-6h',
    to: 'now',
  }),
  'builder: a filter in an address': get('/orders', {
    filter: '(state eq "open" or state eq "paid") and total gt 100',
    sort: '-at,+id',
    'fields[orders]': 'id,total',
  }),
  'builder: JQL': get('/rest/api/3/search', {
    jql: 'project = "SHOP" AND status in ("To Do", "In Progress") AND (assignee = currentUser() OR reporter = currentUser()) ORDER BY updated DESC',
    maxResults: '50',
  }),
  'builder: JQL of text': get('/rest/api/3/search', { jql: 'text ~ "login error" AND created >= -7d' }),
  'builder: a segment of customers': query({
    segment:
      "total_spent > 100 AND orders_count >= 2 AND (country = 'DE' OR country = 'AT') AND last_order_date > -90d",
  }),
  'builder: a view of a table': query({
    filterByFormula: "AND({Status} = 'Open', OR(FIND('tea', LOWER({Name})), {Qty} > 10))",
    view: 'Grid view',
  }),
  'builder: SOQL': get('/services/data/v62.0/query', {
    q: "SELECT Id, Name, (SELECT Id FROM Contacts) FROM Account WHERE Name LIKE 'Acme%' AND Industry != null LIMIT 200",
  }),
  'builder: a condition of a workflow': query({
    if: "{{ $json.total > 100 && $json.country === 'DE' }}",
    whenTrue: 'node-2',
    whenFalse: 'node-3',
  }),
  'builder: JSONPath': query({ path: "$.store.book[?(@.price < 10 && @.category == 'fiction')].title" }),
  'builder: jq': query({
    filter: '.items[] | select(.state == "open" and .total > 10) | {id, total: (.total | tonumber)}',
  }),
  'builder: a query of metrics': get('/api/v1/query', {
    query:
      'histogram_quantile(0.99, sum by (le) (rate(http_request_duration_seconds_bucket{job="web"}[5m])))',
  }),
  'editor: Delta with code': browserJson('/posts/7', {
    ops: [
      { insert: 'Use ' },
      { insert: 'npm i && npm test', attributes: { code: true } },
      { insert: '\nif (a < b && c > d) { return "x"; }' },
      { insert: '\n', attributes: { 'code-block': 'javascript' } },
      { insert: { image: 'https://cdn.example.org/a.png?w=1' } },
    ],
  }),
  'editor: ProseMirror with SQL': browserJson('/posts/7', {
    type: 'doc',
    content: [
      { type: 'paragraph', content: [{ type: 'text', text: 'Run this first:' }] },
      {
        type: 'codeBlock',
        attrs: { language: 'sql' },
        content: [
          {
            type: 'text',
            text: "INSERT INTO roles (name) VALUES ('editor');\nUPDATE users SET role = 'editor' WHERE id IN (1, 2);",
          },
        ],
      },
    ],
  }),
  'editor: HTML of CKEditor': browserJson('/posts/7', {
    html: '<h2>Offers</h2><figure class="table"><table><tbody><tr><td style="width:50%;">A &amp; B</td></tr></tbody></table></figure><p><a target="_blank" rel="noopener noreferrer" href="https://example.org/?a=1&amp;b=2">link</a></p><figure class="media"><oembed url="https://video.example.org/watch?v=abc"></oembed></figure>',
  }),
  'editor: HTML with a video': browserJson('/posts/7', {
    html: '<p>Watch:</p><iframe width="560" height="315" src="https://www.youtube-nocookie.com/embed/abc" title="Video" frameborder="0" allow="accelerometer; autoplay; encrypted-media" allowfullscreen></iframe>',
  }),
  'editor: HTML from Word': browserJson('/posts/7', {
    html: "<p class=MsoNormal style='margin:0cm;mso-style-unhide:no'><span lang=EN-US style='font-family:\"Calibri\",sans-serif'>Dear all,<o:p></o:p></span></p><!--StartFragment--><b style='mso-bidi-font-weight:normal'>Hi</b>",
  }),
  'editor: HTML with a picture in it': browserJson('/posts/7', {
    html: `<p><img src="data:image/jpeg;base64,${noise(600, 'jpg').toString('base64')}" alt="a" style="max-width:100%"></p>`,
  }),
  'editor: blocks of Editor.js': browserJson('/posts/7', {
    blocks: [
      { type: 'code', data: { code: '<div onclick="go()">\n  <?= $title ?>\n</div>' } },
      { type: 'raw', data: { html: '<div class="note">a &lt; b</div>' } },
      { type: 'quote', data: { text: "It's <i>fine</i>; or is it?" } },
    ],
  }),
  'editor: blocks of Slate': browserJson('/posts/7', [
    {
      type: 'p',
      children: [
        { text: "SELECT * doesn't scale; see " },
        { type: 'a', url: 'https://use.example.org/#star', children: [{ text: 'here' }] },
      ],
    },
  ]),
  'editor: Lexical': browserJson('/posts/7', {
    root: {
      type: 'root',
      children: [
        {
          type: 'code',
          language: 'bash',
          children: [
            {
              type: 'code-highlight',
              text: 'sudo apt update && sudo apt upgrade -y',
              highlightType: 'function',
            },
          ],
        },
      ],
    },
  }),
  'editor: MDX': browserJson('/posts/7', {
    body: 'import { Chart } from "../components/chart"\n\n# Sales\n\n<Chart year={2026} onSelect={(y) => console.log(y)} />\n\n```js\nfetch("/api").then((r) => r.json())\n```\n',
  }),
  'editor: a notebook': browserJson('/notebooks/3', {
    cells: [
      {
        cell_type: 'code',
        source: [
          '!pip install -q pandas\n',
          'import os\n',
          'os.environ["A"] = "1"\n',
          '%timeit sum(range(10))',
        ],
        outputs: [{ output_type: 'stream', text: ['ok\n'] }],
      },
    ],
  }),
  'picture: an avatar': browserJson('/me/avatar', {
    image: `data:image/webp;base64,${noise(1500, 'webp').toString('base64')}`,
    crop: { x: 0, y: 0, w: 256 },
  }),
  'picture: a signature': browserJson('/sign', {
    png: noise(1200, 'sig').toString('base64'),
    svg: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 150"><path d="M10 80C40 10 65 10 95 80S150 150 180 80" fill="none" stroke="#000"/></svg>',
  }),
  'picture: a canvas': browserJson('/boards/1', {
    type: 'excalidraw',
    elements: [
      { type: 'text', text: 'if (x > 0 || y < 1) -> "ok"', x: 1 },
      {
        type: 'arrow',
        points: [
          [0, 0],
          [10, 5],
        ],
      },
    ],
    files: {},
  }),
  'picture: a diagram': browserJson('/boards/2', {
    mermaid:
      'sequenceDiagram\n  Client->>API: POST /login; {user, pass}\n  API-->>DB: SELECT hash FROM users\n  alt ok\n    API->>Client: 200 <token>\n  else\n    API->>Client: 401\n  end',
  }),
  'webhook: of payments': clientJson(
    '/hooks/pay',
    {
      id: 'evt_3',
      object: 'event',
      type: 'payment_intent.payment_failed',
      data: {
        object: {
          id: 'pi_3',
          amount: 1099,
          last_payment_error: {
            code: 'card_declined',
            message: "Your card was declined. (Code: 'do_not_honor')",
          },
          metadata: { cart: '[{"sku":"A-1","qty":2,"opts":{"size":"1/2\\""}}]', note: "O'Hara; c/o" },
        },
      },
    },
    'Stripe-Signature',
    't=1764233000,v1=5257a869e7',
  ),
  'webhook: of payments as a form': clientForm('/hooks/ipn', {
    mc_gross: '19.95',
    protection_eligibility: 'Eligible',
    address_street: "1 O'Connell St; Apt #2",
    payment_date: '20:12:59 Jan 13, 2026 PST',
    item_name: 'Tee (L) -- "Select"',
    custom: '{"uid":7}',
    verify_sign: 'AtkOfCXbDm2hu0ZELryHFjY-Vb7PAUvS6nMXgysbElEn9v-1XcmSoGtf',
  }),
  'webhook: of a push': clientJson(
    '/hooks/git',
    {
      ref: 'refs/heads/feat/drop-table-view',
      before: '0000000',
      commits: [
        {
          message:
            'fix(sql): don\'t concat; use $1\n\nBefore: "SELECT * FROM t WHERE id=" + id\nCo-authored-by: Bob <bob@example.org>',
          modified: ['src/../lib/a.sql', '.github/workflows/ci.yml'],
          author: { name: "D'Arcy", email: 'd@example.org' },
        },
      ],
    },
    'X-GitHub-Event',
    'push',
  ),
  'webhook: of a review': clientJson(
    '/hooks/git',
    {
      action: 'created',
      comment: {
        body: '```suggestion\n-  if (a == null || b) {\n+  if (a === null && !b) {\n```\nCan `document.write("<p>" + x)` go? See #12 & #13.',
        path: 'src/a.js',
        diff_hunk: '@@ -1,4 +1,4 @@\n-eval(code)\n+run(code)',
      },
    },
    'X-GitHub-Event',
    'pull_request_review_comment',
  ),
  'webhook: of an issue': clientJson('/hooks/git', {
    object_kind: 'issue',
    object_attributes: {
      title: 'Crash with "../" in names; exit code 139',
      description:
        "**Steps**\n1. `mkdir a && cd a`\n2. `node -e \"require('fs').readdirSync('..')\"`\n3. boom\n<details><summary>log</summary>\n\n```\nSegmentation fault (core dumped)\n```\n</details>",
    },
  }),
  'webhook: of a chat': clientForm('/hooks/slack', {
    payload: JSON.stringify({
      type: 'block_actions',
      user: { id: 'U1', name: 'ann' },
      actions: [{ action_id: 'run', value: 'deploy prod --force; notify #ops' }],
      message: { text: '<https://ci.example.org/1|Build #1> failed: `npm test` &amp; lint <@U2>' },
    }),
  }),
  'webhook: of a command': clientForm('/hooks/slash', {
    command: '/deploy',
    text: 'web --env=prod --tag v1.2.3 && notify',
    user_name: 'ann',
    response_url: 'https://hooks.example.org/commands/1/2',
  }),
  'webhook: of a bot': clientJson('/hooks/telegram', {
    update_id: 1,
    message: {
      text: '/start ref_12\' or maybe "13"? <b>hi</b>',
      from: { id: 7, first_name: 'Zoë <3' },
      entities: [{ type: 'bot_command', offset: 0, length: 6 }],
    },
  }),
  'webhook: of a shop': clientJson('/hooks/shop', {
    id: 1,
    note: "Please leave at the neighbour's; ring 1 or 2 times -- thanks",
    note_attributes: [{ name: 'gift', value: '<3 Mum & Dad' }],
    line_items: [{ title: 'Table leg (drop) 1/2"', properties: [{ name: '_opts', value: '{"c":"#fff"}' }] }],
    landing_site: '/?utm_source=a&utm_campaign={campaign}&q=select+from',
  }),
  'webhook: of a form': clientJson('/hooks/forms', {
    form_response: {
      answers: [
        {
          type: 'text',
          text: "We're 2-3 devs; stack = PHP & MySQL (select/insert), no exec() allowed; budget <= 5k or so",
        },
        { type: 'choice', choice: { label: 'Yes/No' } },
      ],
    },
  }),
  'webhook: of a mail service': clientJson('/hooks/mail', [
    {
      event: 'bounce',
      reason: "550 5.7.1 <a@example.org>... Access denied; see 'https://mail.example.org/?code=1&x=2'",
      'smtp-id': '<14c5d75ce93.dfd.64b469@ismtpd-555>',
      sg_message_id: 'x',
    },
  ]),
  'webhook: of a monitor': clientJson('/hooks/alerts', {
    receiver: 'ops',
    alerts: [
      {
        labels: { alertname: 'Disk', mountpoint: '/var/lib', instance: 'db1:9100' },
        annotations: {
          description: 'disk > 90% on {{ $labels.instance }}; run `du -sh /var/lib/* | sort -h`',
        },
        generatorURL:
          'http://prom:9090/graph?g0.expr=node_filesystem_avail_bytes%7Bmountpoint%3D%22%2F%22%7D+%3C+10&g0.tab=1',
      },
    ],
  }),
  'webhook: of a deployment': clientJson('/hooks/deploy', {
    meta: { githubCommitMessage: "Merge branch 'main' into fix/or-1" },
    deployment: {
      url: 'shop-git-a.example.org',
      buildCommand: 'npm run build && cp -r public dist/; exit 0',
      env: ['NODE_ENV'],
    },
  }),
};
