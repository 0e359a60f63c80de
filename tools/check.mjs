// `npm run check [-- --no-tests]`: format and lint, types, import boundaries, what nothing uses, contracts and generated code in
// step, sizes of the SPA, unit tests. Each is a target of Nx: what is unchanged since it passed comes from Nx's cache.
import { buildTypeScript } from './build.mjs';
import { runNx } from './nx.mjs';
import { ensureInstalled } from './workspace.mjs';

const targets = ['lint', 'settings', 'quarantine', 'boundaries', 'unused', 'generated', 'typecheck', 'sizes'];
const tests = process.argv.includes('--no-tests') ? [] : ['test'];
ensureInstalled();
buildTypeScript();
runNx(['run-many', '--targets', [...targets, ...tests].join(','), '--parallel=2', '--nxBail=false']);
