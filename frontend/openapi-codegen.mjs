// Turns the merged OpenAPI document of all services into typed RTK Query endpoints, and into a table of what each call
// answers for tests and pictures. Run by `npm run generate`; with --check it only says whether the committed code is in step.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { generateEndpoints } from '@rtk-query/codegen-openapi';

/** Calls of pages that are loaded on demand: in files of their own, which no other page loads. */
const APART = [
  {
    file: 'log-streams-api.gen.ts',
    exportName: 'generatedLogStreamsApi',
    // Those of the operator have the same types.
    has: ({ path }) => path.startsWith('/api/log-streams') || path.startsWith('/api/admin/logs/streams'),
  },
  {
    file: 'lists-api.gen.ts',
    exportName: 'generatedListsApi',
    has: ({ path }) => path.startsWith('/api/lists') || path.startsWith('/api/admin/edge/lists'),
  },
  {
    file: 'rollouts-api.gen.ts',
    exportName: 'generatedRolloutsApi',
    // The operator's have the same types.
    has: ({ path }) =>
      /^\/api\/domains\/\{id\}\/(?:rule-)?rollouts/.test(path) ||
      path.startsWith('/api/admin/edge/rule-rollouts'),
  },
  {
    file: 'drafts-api.gen.ts',
    exportName: 'generatedDraftsApi',
    has: ({ path }) => path.startsWith('/api/domains/{id}/drafts'),
  },
  {
    file: 'origin-certificates-api.gen.ts',
    exportName: 'generatedOriginCertificatesApi',
    has: ({ path }) => path.startsWith('/api/domains/{id}/origin-certificates'),
  },
  {
    file: 'admin-api.gen.ts',
    exportName: 'generatedAdminApi',
    has: ({ operation }) => operation['x-palisade-access']?.level === 'admin',
  },
  {
    file: 'alerts-api.gen.ts',
    exportName: 'generatedAlertsApi',
    has: ({ path }) => path.startsWith('/api/alert'),
  },
  {
    file: 'visitor-reports-api.gen.ts',
    exportName: 'generatedVisitorReportsApi',
    has: ({ path }) => path.startsWith('/api/dashboard/reports'),
  },
  {
    file: 'account-export-api.gen.ts',
    exportName: 'generatedAccountExportApi',
    has: ({ path }) => path.startsWith('/api/dashboard/account-export'),
  },
  {
    file: 'traffic-reports-api.gen.ts',
    exportName: 'generatedTrafficReportsApi',
    has: ({ path }) => path.startsWith('/api/dashboard/traffic-reports'),
  },
  {
    file: 'log-exports-api.gen.ts',
    exportName: 'generatedLogExportsApi',
    has: ({ path }) => path.startsWith('/api/dashboard/log-exports'),
  },
  {
    file: 'policy-replay-api.gen.ts',
    exportName: 'generatedPolicyReplayApi',
    has: ({ path }) => /^\/api\/dashboard\/(?:policy-replays|recordings)$/.test(path),
  },
  {
    file: 'status-api.gen.ts',
    exportName: 'generatedStatusApi',
    has: ({ path }) => path.startsWith('/api/status'),
  },
  {
    file: 'visitor-data-api.gen.ts',
    exportName: 'generatedVisitorDataApi',
    has: ({ path }) => path.startsWith('/api/dashboard/visitor-data'),
  },
];
/** All others; it has the types of all. */
const REST = { file: 'openapi.gen.ts', exportName: 'generatedApi' };
const fileOf = (call) => (APART.find(({ has }) => has(call)) ?? REST).file;

const here = import.meta.dirname;
const document = JSON.parse(readFileSync(path.join(here, 'openapi.json'), 'utf8'));

// A JSON schema may carry its own definitions; the generator only knows the document's components.
for (const [name, schema] of Object.entries(document.components.schemas)) {
  const own = schema.$defs?.[name];
  if (own) document.components.schemas[name] = own;
}

const scratch = mkdtempSync(path.join(tmpdir(), 'palisade-openapi-'));
try {
  const schemaFile = path.join(scratch, 'openapi.json');
  writeFileSync(schemaFile, JSON.stringify(document));
  for (const { file, exportName } of [...APART, REST]) {
    const generated = await generateEndpoints({
      schemaFile,
      apiFile: './base-api.ts',
      apiImport: 'baseApi',
      exportName,
      filterEndpoints: (_name, call) => fileOf(call) === file,
      hooks: false,
      tag: false,
    });
    const code = generated.replace(/from "(\.\/base-api)(?:\.ts)?"/, "from '$1.ts'");
    write(`src/shared/api/${file}`, file === REST.file ? code + typesOfOthers() : code);
  }
  write('src/testing/api-responses.gen.ts', responses());
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** What is declared here goes before what others declare under the same name; nothing of it is loaded. */
function typesOfOthers() {
  return APART.map(({ file }) => `export type * from './${file}';\n`).join('');
}

/** The type of each operation's response, by its method and path. */
function responses() {
  const operations = Object.entries(document.paths).flatMap(([at, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => ({
      key: `${method.toUpperCase()} ${at}`,
      type: `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}ApiResponse`,
    })),
  );
  return [
    "import type * as api from '../shared/api/openapi.gen.ts';",
    '',
    '/** What the API answers where a call succeeds, by method and path. */',
    'export interface ApiResponses {',
    ...operations.map(({ key, type }) => `  '${key}': api.${type};`),
    '}',
    '',
  ].join('\n');
}

function write(file, code) {
  const output = path.join(here, file);
  if (!process.argv.includes('--check')) writeFileSync(output, code);
  else if (!existsSync(output) || readFileSync(output, 'utf8') !== code) {
    console.error(
      `palisade: ${path.basename(file)} is out of step with openapi.json; run "npm run generate" and commit it`,
    );
    process.exitCode = 1;
  }
}
