// Generates code from contracts and the API's description from the services; with --check it only says whether what is
// committed is in step with them.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { buildTypeScript } from './build.mjs';
import { environment, root, run, runNode } from './workspace.mjs';

const check = process.argv.includes('--check');
const proto = path.join(root, 'proto');
const buf = path.join(root, 'node_modules/.bin/buf');
const generated = ['services/shared/contracts/src/gen'];

run(buf, ['lint'], { cwd: proto, env: environment() });
run(buf, ['generate'], { cwd: proto, env: environment() });
buildTypeScript();
runNode(path.join(root, 'tools/openapi.mjs'), check ? ['--check'] : []);
runNode(path.join(root, 'frontend/openapi-codegen.mjs'), check ? ['--check'] : []);
if (check) {
  const { stdout } = spawnSync('git', ['status', '--porcelain', '--', ...generated], {
    cwd: root,
    encoding: 'utf8',
  });
  if (stdout.trim() !== '') {
    console.error(
      `palisade: generated code is out of step with its contracts; run "npm run generate" and commit:\n${stdout}`,
    );
    process.exit(1);
  }
}
