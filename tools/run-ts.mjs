// Runs a TypeScript tool of this workspace from its source on Node 24: `node tools/run-ts.mjs SCRIPT [ARGUMENT …]`.
import path from 'node:path';
import { ensureInstalled, environment, node24, root, run } from './workspace.mjs';

const [script = '', ...args] = process.argv.slice(2);
ensureInstalled();
const flags = ['--conditions=@palisade/source', '--disable-warning=ExperimentalWarning'];
run(node24(), [...flags, path.join(root, script), ...args], {
  env: environment(),
  cwd: process.env.INIT_CWD ?? root,
});
