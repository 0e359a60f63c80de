import path from 'node:path';

/** What a worker is started from. A bundle of the edge has another file in its place. */
export const WORKER_SCRIPT = path.join(import.meta.dirname, '..', '..', 'worker-main.js');
