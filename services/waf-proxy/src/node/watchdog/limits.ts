/** Heartbeat interval, ms: how often a worker's main thread reports that its event loop is turning. */
export const BEAT_MS = 100;
/** Interval between the watcher's checks of a worker, ms. */
export const CHECK_INTERVAL_MS = 200;
/**
 * Maximum CPU time of one turn of the event loop, ms. CPU time instead of wall-clock time: a thread that gets no CPU
 * because the machine is busy is not at fault, and a replacement would get none either.
 */
export const MAX_BUSY_MS = 1_000;
/** Maximum time one turn may sleep (waiting for a lock or a slow disk), ms. */
export const MAX_ASLEEP_MS = 5_000;
/** Maximum time of one turn where the system does not report whether a thread runs or sleeps, ms. */
export const MAX_UNKNOWN_MS = 10_000;
/** Time after which a process stopped by SIGSTOP counts as hung, ms. */
export const MAX_STOPPED_MS = 1_000;
/**
 * Maximum silence of a worker's watcher, ms, when nobody has stopped the process. Beyond it either the whole process
 * hangs or it has lost its watcher.
 */
export const MAX_SILENT_MS = 30_000;
