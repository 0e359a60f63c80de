// Builds what changed: TypeScript by project references, the SPA, the documentation and the owners' command by Nx.
import path from 'node:path';
import { runNx } from './nx.mjs';
import { ensureInstalled, environment, node24, root, run, runNode } from './workspace.mjs';

const tsc = path.join(root, 'node_modules', 'typescript-native', 'bin', 'tsc');

export function buildTypeScript() {
  run(node24(), [tsc, '-b', root], { env: environment() });
}

/**
 * Nx knows what the SPA is made of, the packages that it bundles included, and what the documentation is made of, and takes
 * them from its cache where nothing changed.
 */
export function buildFrontend() {
  runNx(['run-many', '--targets=build', '--projects=@palisade/frontend,@palisade/docs'], { quiet: true });
}

/** The owners' command as one file, of the sources of all packages that it is made of. */
export function buildCommand() {
  runNx(['run', '@palisade/cli:bundle'], { quiet: true });
}

/** The programs that the launcher starts, in few files; they are made anew where one of their modules has changed. */
export function buildPrograms() {
  runNode(path.join(root, 'deploy/standalone/bundle.mjs'));
}

if (import.meta.filename === process.argv[1]) {
  ensureInstalled();
  buildTypeScript();
  buildPrograms();
  buildFrontend();
  buildCommand();
}
