import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import path from 'node:path';

const REPOSITORY = path.resolve(import.meta.dirname, '../../..');
const MODULE = path.join(REPOSITORY, 'deploy', 'http3-front');
const PACKAGES = { 'http3-front': '.', 'http3-testclient': './testclient' } as const;
/** With modules that have to be fetched first. */
const MAX_BUILD_MS = 300_000;

/** `program`: its path. `missing`: why there is none. */
export type GoProgram = { program: string } | { missing: string };

/**
 * A program of the module for HTTP/3, built with this machine's Go where that has not been done for these sources yet. What is
 * built lies beside the other things that are made once (`node_modules/.cache/palisade`).
 */
export async function http3Program(name: keyof typeof PACKAGES): Promise<GoProgram> {
  const folder = path.join(REPOSITORY, 'node_modules/.cache/palisade', `http3-${sourcesHash()}`);
  const program = path.join(folder, name);
  if (existsSync(program)) return { program };
  mkdirSync(folder, { recursive: true });
  // Several may build at once; each finds a whole file.
  const fresh = `${program}.${process.pid}`;
  const refusal = await go(['build', '-trimpath', '-buildvcs=false', '-o', fresh, PACKAGES[name]]);
  if (refusal !== null) return { missing: refusal };
  renameSync(fresh, program);
  return { program };
}

/** Of all that a program is made of. */
function sourcesHash(): string {
  const hash = createHash('sha256').update(process.arch);
  for (const file of readdirSync(MODULE, { recursive: true, encoding: 'utf8' }).sort()) {
    if (/\.go$|^go\.(mod|sum)$/.test(file)) hash.update(file).update(readFileSync(path.join(MODULE, file)));
  }
  return hash.digest('hex').slice(0, 12);
}

/** Null: it worked. */
function go(words: readonly string[]): Promise<string | null> {
  return new Promise((resolve) => {
    let said = '';
    const child = spawn('go', words, {
      cwd: MODULE,
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: MAX_BUILD_MS,
      env: { ...process.env, CGO_ENABLED: '0' },
    });
    child.stderr.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-2_000);
    });
    child.on('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code === 'ENOENT' ? 'there is no Go on this machine' : error.message),
    );
    child.on('exit', (code) => resolve(code === 0 ? null : `Go could not build it: ${said.trim()}`));
  });
}
