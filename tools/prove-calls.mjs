// `npm run prove:calls`: which answers of which calls the tests of auth and billing saw, over HTTP on real servers.
// Prints a table and fails if a call lacks its success, or a refusal that every call of its kind has, or
// answers otherwise than the API's description says. With a file that
// PALISADE_CALL_RECORD named in an earlier run, it runs no tests.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildTypeScript } from './build.mjs';
import { ensureInstalled, environment, node24, root } from './workspace.mjs';

const SERVICES = ['auth', 'billing'];

const [given] = process.argv.slice(2);
const { record, status } = given === undefined ? runTests() : { record: given, status: 0 };
const calls = existsSync(record)
  ? readFileSync(record, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  : [];
const routes = describedRoutes();
for (const call of calls) routeOf(call)?.calls.push(call);

const missing = [];
const undescribed = [];
console.log('| call | answers: texts | spec |\n|---|---|---|');
for (const route of routes.filter((candidate) => SERVICES.includes(candidate.service))) {
  const statuses = new Map();
  for (const call of route.calls) {
    const texts = statuses.get(call.status) ?? new Set();
    if (call.detail) texts.add(call.detail.length > 70 ? `${call.detail.slice(0, 67)}…` : call.detail);
    statuses.set(call.status, texts);
  }
  const answers = [...statuses]
    .sort(([a], [b]) => a - b)
    .map(([code, texts]) => [code, ...[...texts].slice(0, 8)].join(' · '))
    .join('<br>');
  const specs = [...new Set(route.calls.map((call) => call.spec))].sort().slice(0, 4).join(', ');
  console.log(`| ${route.method} ${route.path} | ${answers.replaceAll('|', '\\|')} | ${specs} |`);
  const lacking = route.wanted.filter(
    (wanted) => !(wanted === 2 ? [...statuses.keys()].some(isSuccess) : statuses.has(wanted)),
  );
  if (lacking.length > 0)
    missing.push(
      `${route.method} ${route.path}: ${lacking.map((code) => (code === 2 ? 'a success' : code)).join(', ')}`,
    );
  // Tests that break a database on purpose see 500, which no description has.
  const surprising = [...statuses.keys()].filter((code) => code !== 500 && !route.described.has(code));
  if (surprising.length > 0) undescribed.push(`${route.method} ${route.path}: ${surprising.join(', ')}`);
}
console.log(`\n${calls.length} calls`);
if (undescribed.length > 0)
  console.error(`palisade: not in the API's description:\n  ${undescribed.join('\n  ')}`);
if (missing.length > 0) console.error(`palisade: never seen:\n  ${missing.join('\n  ')}`);
process.exit(status !== 0 || missing.length + undescribed.length > 0 ? 1 : 0);

function runTests() {
  ensureInstalled();
  buildTypeScript();
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'palisade-calls-')), 'calls.jsonl');
  const words = ['integration', '--runInBand', '--forceExit', `services/(${SERVICES.join('|')})/src`];
  const run = spawnSync(node24(), [path.join(root, 'tools/jest.mjs'), ...words], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...environment(), PALISADE_CALL_RECORD: file },
  });
  return { record: file, status: run.status };
}

/** With the answers that calls of their kind must be seen to give: 2 stands for any success. */
function describedRoutes() {
  const { paths } = JSON.parse(readFileSync(path.join(root, 'frontend/openapi.json'), 'utf8'));
  return Object.entries(paths).flatMap(([template, operations]) =>
    Object.entries(operations).map(([method, operation]) => {
      const access = operation['x-palisade-access']?.level ?? 'public';
      const parameters = operation.parameters ?? [];
      const hasInput = operation.requestBody !== undefined || parameters.length > 0;
      return {
        method: method.toUpperCase(),
        path: template.replace(/^\/api/, ''),
        service: ownerOf(template),
        pattern: new RegExp(`^${template.replace(/^\/api/, '').replaceAll(/\{[^}]+\}/g, '[^/]+')}/?$`),
        wanted: [
          2,
          ...(access === 'public' ? [] : [401]),
          ...(access === 'admin' ? [403] : []),
          ...(parameters.some((parameter) => parameter.in === 'path') ? [404] : []),
          ...(hasInput ? [422] : []),
        ],
        described: new Set(Object.keys(operation.responses).map(Number)),
        calls: [],
      };
    }),
  );
}

/** The most exact one: /orders/create is not /orders/{id}. */
function routeOf(call) {
  const target = call.path.split('?')[0];
  return routes
    .filter((route) => route.method === call.method && route.pattern.test(target))
    .sort((a, b) => a.path.split('{').length - b.path.split('{').length)[0];
}

function ownerOf(template) {
  const rest = template.replace(/^\/api\//, '');
  if (/^(auth|settings|api-keys|admin\/(users|audit))\b/.test(rest)) return 'auth';
  return /^(plans|paypal|orders|invoices|admin\/(plans|stats))\b/.test(rest) ? 'billing' : 'other';
}

function isSuccess(code) {
  return code >= 200 && code < 300;
}
