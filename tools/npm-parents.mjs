// npm runs its script in a shell. Neither passes on that it was killed, and a shell does not even pass on a SIGTERM.
// Plain Node 20, no dependencies: see workspace.mjs.
import { readFileSync } from 'node:fs';

const POLL_INTERVAL_MS = 500;
/** A script that calls another has two shells more. */
const MAX_PARENTS = 8;
const SHELLS = new Set(['sh', 'ash', 'dash', 'bash', 'ksh', 'zsh', 'busybox']);

/**
 * Calls back once npm, or a shell between it and this process, has ended. Where npm did not start this process nobody is watched: what a shell
 * starts with `&`, or a service manager, outlives that shell on purpose. So does `nohup npm start &`: who started npm is not watched either.
 * @param gone {() => void}
 * @param environment {NodeJS.ProcessEnv}
 * @returns {boolean} whether somebody is watched
 */
export function whenNpmEnds(gone, environment = process.env) {
  if (environment.npm_lifecycle_event === undefined) return false;
  const line = lineUpToNpm();
  const timer = setInterval(() => {
    // Whoever loses a parent gets another.
    if (line.every((pid, at) => at === 0 || parentOf(line[at - 1]) === pid)) return;
    clearInterval(timer);
    gone();
  }, POLL_INTERVAL_MS);
  timer.unref();
  return true;
}

/** This process, the shells above it, and npm; without /proc npm is known only where it has no shell. */
function lineUpToNpm() {
  const line = [process.pid, process.ppid];
  while (line.length < MAX_PARENTS && SHELLS.has(statOf(line.at(-1))?.command)) {
    line.push(parentOf(line.at(-1)));
  }
  return line;
}

const parentOf = (pid) => (pid === process.pid ? process.ppid : (statOf(pid)?.parent ?? null));

/** See proc(5); null: there is no such process, or no /proc. */
function statOf(pid) {
  try {
    const [, command, parent] = /^\d+ \((.*)\) \S (\d+) /s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    return { command, parent: Number(parent) };
  } catch {
    return null;
  }
}
