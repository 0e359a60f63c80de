// Runs a TypeScript tool of this workspace from its source on Node 24: `node tools/run-ts.mjs [--node-flag …] SCRIPT [ARGUMENT …]`.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { ensureInstalled, environment, node24, root } from './workspace.mjs';

const words = process.argv.slice(2);
const nodeFlags = words.filter(
  (word, index) =>
    word.startsWith('--') && words.slice(0, index).every((earlier) => earlier.startsWith('--')),
);
const [script = '', ...args] = words.slice(nodeFlags.length);
ensureInstalled();
const flags = [...nodeFlags, '--conditions=@palisade/source', '--disable-warning=ExperimentalWarning'];
const tool = spawn(node24(), [...flags, path.join(root, script), ...args], {
  stdio: 'inherit',
  env: environment(),
  cwd: process.env.INIT_CWD ?? root,
});
// The terminal sends Ctrl-C to the whole group; a SIGTERM reaches only this process, so it is passed on.
process.on('SIGTERM', () => tool.kill('SIGTERM'));
process.on('SIGINT', () => {
  /* The tool has it from the terminal, and this process waits for its clean stop. */
});
tool.on('error', (error) => {
  console.error(`palisade: could not run ${script}: ${error.message}`);
  process.exit(1);
});
tool.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
