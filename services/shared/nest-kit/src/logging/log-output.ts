import { pino } from 'pino';

/** Lines that wait for room on the disk, in characters; more are dropped and counted. */
const MAX_WAITING = 1024 * 1024;

let dropped = 0;

/** How many lines of this process's log were dropped. */
export const logLinesLost = (): number => dropped;

/** Standard output, for the whole process: a full disk behind it, or a reader that has gone, ends nobody. */
export function logOutput() {
  // Written at once: pino's other way waits at the end of a process, for ever, until all has been written.
  const output = pino.destination({ dest: 1, sync: true, maxLength: MAX_WAITING });
  output.on('drop', () => dropped++);
  // What could not be written waits, and is tried again with the next line.
  output.on('error', () => undefined);
  return output;
}
