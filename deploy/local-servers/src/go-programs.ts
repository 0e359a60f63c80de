import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import { MINUTE_MS } from '@palisade/basics';

const REPOSITORY = path.resolve(import.meta.dirname, '../../..');

interface Source {
  /** The module's folder. */
  module: string;
  package: string;
  /** With modules that have to be fetched first. */
  mostMs: number;
}

const PROGRAMS = {
  'http3-front': { module: 'deploy/http3-front', package: '.', mostMs: 5 * MINUTE_MS },
  'http3-testclient': { module: 'deploy/http3-front', package: './testclient', mostMs: 5 * MINUTE_MS },
  'terraform-provider-palisade': {
    module: 'deploy/terraform-provider',
    package: '.',
    mostMs: 5 * MINUTE_MS,
  },
  // The collector’s own modules: 38 MB, some two minutes of one core.
  'otel-collector': {
    module: 'deploy/local-servers/otel-collector',
    package: '.',
    mostMs: 15 * MINUTE_MS,
  },
  // What runs the provider in its acceptance test: 1,800 packages, some seven minutes of one core.
  tofu: {
    module: 'deploy/terraform-provider/opentofu',
    package: 'github.com/opentofu/opentofu/cmd/tofu',
    mostMs: 30 * MINUTE_MS,
  },
} as const satisfies Record<string, Source>;

/** `program`: its path. `missing`: why it could not be built. */
export type GoProgram = { program: string } | { missing: string };

/**
 * A program in Go, built with this machine's Go where that has not been done for these sources yet. What is built lies beside the other
 * things that are made once (`node_modules/.cache/palisade`).
 */
export async function goProgram(name: keyof typeof PROGRAMS): Promise<GoProgram> {
  const source: Source = PROGRAMS[name];
  const module = path.join(REPOSITORY, source.module);
  const folder = path.join(REPOSITORY, 'node_modules/.cache/palisade', `go-${sourcesHash(module)}`);
  const program = path.join(folder, name);
  if (existsSync(program)) return { program };
  mkdirSync(folder, { recursive: true });
  // Several may build at once; each finds a whole file.
  const fresh = `${program}.${process.pid}`;
  const words = ['build', '-trimpath', '-buildvcs=false', '-ldflags=-s -w', '-o', fresh, source.package];
  const refusal = await go(words, module, source.mostMs);
  if (refusal !== null) return { missing: refusal };
  renameSync(fresh, program);
  return { program };
}

/** Of all that a module's programs are made of; the lock file alone, where that is all that it has. */
function sourcesHash(module: string): string {
  const hash = createHash('sha256').update(process.arch);
  for (const file of readdirSync(module, { recursive: true, encoding: 'utf8' }).sort()) {
    if (/\.(?:go|json)$|^go\.(?:mod|sum)$/.test(file))
      hash.update(file).update(readFileSync(path.join(module, file)));
  }
  return hash.digest('hex').slice(0, 12);
}

/** Null: it worked. */
function go(words: readonly string[], module: string, mostMs: number): Promise<string | null> {
  return new Promise((resolve) => {
    let said = '';
    const child = spawn('go', words, {
      cwd: module,
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: mostMs,
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
