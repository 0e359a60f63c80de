import { readdirSync, readFileSync } from 'node:fs';

/** Every process that a test run starts inherits this variable, however it detaches itself. */
export const RUN_VARIABLE = 'PALISADE_TEST_RUN';

/**
 * Ends what a test run left running: it would hold the run's output open, and ports and memory of the next.
 * @param run {string} the value of RUN_VARIABLE that the run was started with
 * @returns {string[]} the command lines of what was ended; nothing where there is no /proc
 */
export function endLeftovers(run) {
  const ended = [];
  for (const pid of processes()) {
    if (pid === process.pid || !environmentOf(pid).includes(`${RUN_VARIABLE}=${run}`)) continue;
    const command = read(`/proc/${pid}/cmdline`).split('\0').join(' ').trim();
    try {
      process.kill(pid, 'SIGKILL');
      if (command !== '') ended.push(command);
    } catch (error) {
      if (error.code !== 'ESRCH') throw error;
    }
  }
  return ended;
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
