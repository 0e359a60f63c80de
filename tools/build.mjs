// Builds what changed: TypeScript by project references, the SPA where one of its inputs is newer than its output.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ensureInstalled, environment, node24, root, run } from './workspace.mjs';

const tsc = path.join(root, 'node_modules', 'typescript-native', 'bin', 'tsc');

function* filesBelow(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name === 'node_modules' || entry.name === 'dist') continue;
    const full = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(full);
    else yield full;
  }
}

function fingerprint(inputs) {
  const hash = createHash('sha256');
  for (const input of inputs) {
    const files = statSync(input).isDirectory() ? [...filesBelow(input)].sort() : [input];
    for (const file of files) hash.update(path.relative(root, file)).update(readFileSync(file));
  }
  return hash.digest('hex');
}

export function buildTypeScript() {
  run(node24(), [tsc, '-b', root], { env: environment() });
}

export function buildFrontend() {
  const frontend = path.join(root, 'frontend');
  const stamp = path.join(frontend, 'dist', '.stamp');
  const wanted = fingerprint([
    frontend,
    path.join(root, 'services/shared/entitlements/src'),
    path.join(root, 'services/shared/site-policy/src'),
    path.join(root, 'package-lock.json'),
  ]);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  run(node24(), [path.join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'], {
    cwd: frontend,
    env: environment(),
  });
  writeFileSync(stamp, wanted);
}

if (import.meta.filename === process.argv[1]) {
  ensureInstalled();
  buildTypeScript();
  buildFrontend();
}
