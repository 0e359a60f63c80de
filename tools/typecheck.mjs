// Types of what no build compiles (the SPA, tools, benches, tests): `node tools/typecheck.mjs TSCONFIG`, a target of Nx, so that
// what is unchanged is not compiled again.
import path from 'node:path';
import { environment, node24, root, run } from './workspace.mjs';

const tsc = path.join(root, 'node_modules', 'typescript-native', 'bin', 'tsc');
run(node24(), [tsc, '-p', ...process.argv.slice(2)], { cwd: process.cwd(), env: environment() });
