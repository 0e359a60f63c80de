// Turns the merged OpenAPI document of all services into typed RTK Query endpoints. Run by `npm run generate`;
// with --check it only says whether the committed code is in step.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { generateEndpoints } from '@rtk-query/codegen-openapi';

const here = import.meta.dirname;
const output = path.join(here, 'src/shared/api/openapi.gen.ts');
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
  const generated = await generateEndpoints({
    schemaFile,
    apiFile: './base-api.ts',
    apiImport: 'baseApi',
    exportName: 'generatedApi',
    hooks: false,
    tag: false,
  });
  const code = generated.replace(/from "(\.\/base-api)(?:\.ts)?"/, "from '$1.ts'");
  if (!process.argv.includes('--check')) writeFileSync(output, code);
  else if (readFileSync(output, 'utf8') !== code) {
    console.error(
      'palisade: openapi.gen.ts is out of step with openapi.json; run "npm run generate" and commit it',
    );
    process.exitCode = 1;
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
