// `npm run test:affected [-- BASE]`: unit and integration tests of the packages that differ from BASE (main), and of those
// that stand on them. What is unchanged since its tests passed comes from Nx's cache.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { buildTypeScript } from './build.mjs';
import { runNx } from './nx.mjs';
import { ensureInstalled, root, runNode } from './workspace.mjs';

const [given] = process.argv.slice(2);
ensureInstalled();
buildTypeScript();
runNode(path.join(root, 'tools/system-packages.mjs'), ['integration']);
// One package at a time: each runs its files on all cores.
runNx(['affected', '--targets=test,integration', `--base=${given ?? commonWithMain()}`, '--parallel=1']);

/** Where this branch has left main; on main itself, the commit before. */
function commonWithMain() {
  const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout.trim();
  const base = git('merge-base', 'HEAD', 'main');
  return base !== '' && base !== git('rev-parse', 'HEAD') ? base : 'HEAD~1';
}
