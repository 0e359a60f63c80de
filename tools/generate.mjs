// Generates code from contracts; with --check it only says whether the committed code is in step with them.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { environment, root, run } from './workspace.mjs';

const check = process.argv.includes('--check');
const proto = path.join(root, 'proto');
const buf = path.join(root, 'node_modules/.bin/buf');
const generated = ['services/shared/contracts/src/gen', 'frontend/src/shared/api/openapi.gen.ts'];

run(buf, ['lint'], { cwd: proto, env: environment() });
run(buf, ['generate'], { cwd: proto, env: environment() });
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
