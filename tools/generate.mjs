// Generates code from contracts, the API's description from the services, the reference pages of the documentation and the sizes of installations; with
// --check it only says whether what is committed is in step with them.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildTypeScript } from './build.mjs';
import { environment, root, run, runNode } from './workspace.mjs';

const check = process.argv.includes('--check');
const proto = path.join(root, 'proto');
const buf = path.join(root, 'node_modules/.bin/buf');
const generated = 'services/shared/contracts/src/gen';

run(buf, ['lint'], { cwd: proto, env: environment() });
if (check) checkContracts();
else run(buf, ['generate'], { cwd: proto, env: environment() });
buildTypeScript();
runNode(path.join(root, 'tools/openapi.mjs'), check ? ['--check'] : []);
runNode(path.join(root, 'frontend/openapi-codegen.mjs'), check ? ['--check'] : []);
runNode(path.join(root, 'tools/docs-reference/main.mjs'), check ? ['--check'] : []);
// Its own unit test checks it.
if (!check) runNode(path.join(root, 'tools/run-ts.mjs'), ['tools/scale-model/main.ts', '--write']);

/** Generates beside the workspace, so that what runs at the same time never reads a half-written file. */
function checkContracts() {
  const folder = mkdtempSync(path.join(tmpdir(), 'palisade-generated-'));
  run(buf, ['generate', '--output', path.join(folder, 'proto')], { cwd: proto, env: environment() });
  const { status, stdout } = spawnSync(
    'git',
    ['diff', '--no-index', '--stat', path.join(folder, generated), path.join(root, generated)],
    { encoding: 'utf8' },
  );
  rmSync(folder, { recursive: true });
  if (status === 0) return;
  console.error(
    `palisade: generated code is out of step with its contracts; run "npm run generate" and commit:\n${stdout}`,
  );
  process.exit(1);
}
