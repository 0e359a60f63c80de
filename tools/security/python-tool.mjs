import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { root } from '../workspace.mjs';

/**
 * Path of a program from PyPI, in an environment of its own; installed on its first use, beside the other things that npm
 * put there. `requirements` names exact versions of it and of all that it needs.
 */
export function pythonProgram(name, requirements) {
  const hash = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 12);
  const folder = path.join(root, 'node_modules/.cache/palisade', `${name}-${hash}`);
  const program = path.join(folder, 'bin', name);
  const complete = path.join(folder, 'complete');
  if (existsSync(complete)) return program;
  rmSync(folder, { recursive: true, force: true });
  must('python3', ['-m', 'venv', folder]);
  must(path.join(folder, 'bin', 'pip'), ['install', '--quiet', '--no-input', '--requirement', requirements]);
  mkdirSync(`${complete}.new`);
  renameSync(`${complete}.new`, complete);
  return program;
}

function must(command, words) {
  const { status, stderr, error } = spawnSync(command, words, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${words.join(' ')} failed: ${error?.message ?? stderr}`);
}
