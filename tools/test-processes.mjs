import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { setTimeout } from 'node:timers/promises';

/** Every process that a test run starts inherits this variable, however it detaches itself. */
export const RUN_VARIABLE = 'PALISADE_TEST_RUN';

const GIVES_UP = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** A product that was started by a test stops its services in order, as each of them does what it is at. */
const MS_TO_END = 20_000;
const POLL_INTERVAL_MS = 100;

/**
 * Runs a tests' runner to its end. Who gives it up (Ctrl-C, kill) ends all that it has started as well.
 * @returns {Promise<number>} what it exits by
 */
export async function runToItsEnd(command, args, options) {
  const run = process.env[RUN_VARIABLE] ?? `${process.pid}-${Date.now()}`;
  endWhenGivenUp(run);
  const child = spawn(command, args, { ...options, env: { ...options.env, [RUN_VARIABLE]: run } });
  const [code] = await once(child, 'exit');
  return code ?? 1;
}

const runs = new Set();

/** From now on, a signal that ends this process ends all processes of the run first. */
export function endWhenGivenUp(run) {
  if (runs.size === 0) for (const signal of GIVES_UP) process.once(signal, giveUp);
  runs.add(run);
}

/** Whoever asks again does not want to wait: the second signal of a kind ends this process alone. */
async function giveUp(signal) {
  await Promise.all([...runs].map((run) => endLeftovers(run)));
  process.exit(128 + constants.signals[signal]);
}

/**
 * Ends what a test run left running: it would hold the run's output open, and ports and memory of the next. First it is asked to end,
 * for what it has started in turn need not know of the run: a product's services do not.
 * @param run {string} the value of RUN_VARIABLE that the run was started with
 * @returns {Promise<string[]>} the command lines of what was ended; nothing where there is no /proc
 */
export async function endLeftovers(run, msToEnd = MS_TO_END) {
  const asked = new Map();
  const until = Date.now() + msToEnd;
  for (let left = ofRun(run); left.length > 0; left = ofRun(run)) {
    const signal = Date.now() < until ? 'SIGTERM' : 'SIGKILL';
    for (const pid of left) {
      if (asked.has(pid) && signal === 'SIGTERM') continue;
      asked.set(pid, asked.get(pid) ?? commandOf(pid));
      send(pid, signal);
    }
    await setTimeout(POLL_INTERVAL_MS);
  }
  return [...asked.values()].filter((command) => command !== '');
}

const ofRun = (run) =>
  processes().filter((pid) => pid !== process.pid && environmentOf(pid).includes(`${RUN_VARIABLE}=${run}`));

const commandOf = (pid) => read(`/proc/${pid}/cmdline`).split('\0').join(' ').trim();

function send(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

function processes() {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch (error) {
    if (error.code === 'ENOENT') return [];
    throw error;
  }
}

const environmentOf = (pid) => read(`/proc/${pid}/environ`).split('\0');

/** '' for a process that has ended meanwhile or belongs to somebody else. */
function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
