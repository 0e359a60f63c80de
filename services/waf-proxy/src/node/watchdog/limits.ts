/** The main thread of a worker says so often that its event loop came round. */
export const BEAT_MS = 100;
/** How often each worker is checked, in milliseconds. */
export const CHECK_INTERVAL_MS = 200;
/**
 * CPU time that one turn of the event loop may take. CPU time and not the clock: a thread that gets none because the
 * machine is busy has done nothing wrong, and another process would get none either.
 */
export const MAX_BUSY_MS = 1_000;
/** How long a turn may wait for something other than a processor: a lock, or a slow disk. */
export const MAX_ASLEEP_MS = 5_000;
/** The same where the system does not say whether a thread runs or waits. */
export const MAX_UNKNOWN_MS = 10_000;
/** A process that was stopped (SIGSTOP) is found after so long. */
export const MAX_STOPPED_MS = 1_000;
/** A process whose watcher is not heard although nobody has stopped it: all of it hangs, or has lost its watcher. */
export const MAX_SILENT_MS = 30_000;
