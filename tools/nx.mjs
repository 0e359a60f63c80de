import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { ensureInstalled, environment, node24, root, run } from './workspace.mjs';

const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;

/**
 * Runs Nx in the workspace, or ends this process with its exit code. Nothing of it stays running, nothing leaves the machine.
 * @param args {string[]}
 * @param options {{ quiet?: boolean }} quiet: what it prints is shown only if it fails
 */
export function runNx(args, { quiet = false } = {}) {
  const command = [path.join(root, 'node_modules/nx/dist/bin/nx.js'), ...args, '--outputStyle=static'];
  const env = { ...environment(), NX_DAEMON: 'false', NX_NO_CLOUD: 'true', NX_TUI: 'false' };
  if (!quiet) return run(node24(), command, { env });
  const { status, stdout } = spawnSync(node24(), command, {
    cwd: root,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: MAX_OUTPUT_BYTES,
  });
  if (status === 0) return;
  process.stdout.write(stdout ?? '');
  process.exit(status ?? 1);
}

// `npm run nx -- affected --targets=typecheck,test`
if (import.meta.filename === process.argv[1]) {
  ensureInstalled();
  runNx(process.argv.slice(2));
}
