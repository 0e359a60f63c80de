import path from 'node:path';

/** Entry file of a worker. A bundle of the edge has another one. */
export const WORKER_SCRIPT = path.join(import.meta.dirname, '..', '..', 'worker-main.js');
