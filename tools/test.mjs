// `npm test [-- KIND …]`: set up, build what the tests start as processes, run Jest, end with `N passed, N failed`.
import path from 'node:path';
import { buildFrontend, buildTypeScript } from './build.mjs';
import { ensureInstalled, environment, node24, root, run, runNode } from './workspace.mjs';

const kinds = new Set(['unit', 'frontend', 'integration', 'e2e']);
const args = process.argv.slice(2);
const chosen = args.filter((argument) => kinds.has(argument));
const rest = args.filter((argument) => !kinds.has(argument));
const selected = chosen.length > 0 ? chosen : [...kinds];

ensureInstalled();
buildTypeScript();
if (selected.includes('integration') || selected.includes('e2e'))
  runNode(path.join(root, 'tools/system-packages.mjs'), selected);
if (selected.includes('e2e')) buildFrontend();
// Servers and browsers of several suites at once would fight for the cores that they are timed on.
const workers = selected.includes('e2e') || selected.includes('integration') ? ['--maxWorkers=2'] : [];
run(node24(), [path.join(root, 'tools/jest.mjs'), ...selected, ...workers, ...rest], {
  env: environment(),
});
