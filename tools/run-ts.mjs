// Runs a TypeScript tool of this workspace from its source on Node 24: `node tools/run-ts.mjs [--node-flag …] SCRIPT [ARGUMENT …]`.
import path from 'node:path';
import { ensureInstalled, environment, node24, root, run } from './workspace.mjs';

const words = process.argv.slice(2);
const nodeFlags = words.filter(
  (word, index) =>
    word.startsWith('--') && words.slice(0, index).every((earlier) => earlier.startsWith('--')),
);
const [script = '', ...args] = words.slice(nodeFlags.length);
ensureInstalled();
const flags = [...nodeFlags, '--conditions=@palisade/source', '--disable-warning=ExperimentalWarning'];
run(node24(), [...flags, path.join(root, script), ...args], {
  env: environment(),
  cwd: process.env.INIT_CWD ?? root,
});
