// Runs a built script of this workspace on Node 24: `node tools/build-and-run.mjs SCRIPT [ARGUMENT …]`.
import path from 'node:path';
import { buildTypeScript } from './build.mjs';
import { ensureInstalled, root, runNode } from './workspace.mjs';

const [script = '', ...args] = process.argv.slice(2);
ensureInstalled();
buildTypeScript();
runNode(path.join(root, script), args);
