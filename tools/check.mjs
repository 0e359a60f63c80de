// `npm run check`: format and lint, types, import boundaries, contracts and generated code in step, unit tests.
import path from 'node:path';
import { buildTypeScript } from './build.mjs';
import { ensureInstalled, environment, root, run, runNode } from './workspace.mjs';

ensureInstalled();
const bin = (name) => path.join(root, 'node_modules', '.bin', name);
const options = { env: environment() };
run(bin('biome'), ['ci', '.'], options);
runNode(path.join(root, 'tools/generate.mjs'), ['--check']);
runNode(path.join(root, 'tools/settings-told.mjs'), []);
buildTypeScript();
run(bin('tsc'), ['-p', 'frontend', '--noEmit'], options);
// Tools, benches and tests that no build compiles.
for (const project of [
  'services/shared/waf-engine/tsconfig.test.json',
  'services/waf-proxy/tsconfig.tools.json',
  'tools/fuzz/tsconfig.json',
])
  run(bin('tsc'), ['-p', project], options);
run(
  bin('depcruise'),
  ['--config', '.dependency-cruiser.mjs', 'services', 'frontend/src', 'deploy', 'tools/fuzz'],
  options,
);
runNode(path.join(root, 'frontend/tools/entry-sizes.mjs'), []);
if (!process.argv.includes('--no-tests')) runNode(path.join(root, 'tools/test.mjs'), ['unit', 'frontend']);
