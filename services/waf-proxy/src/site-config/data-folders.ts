import path from 'node:path';

/** Where the edge keeps what must outlive it. */
export const configFolder = (dataDir: string) => path.join(dataDir, 'sites');
/** Bodies of stored responses and of uploads under scan: worthless without the worker that wrote them. */
export const scratchFolder = (dataDir: string) => path.join(dataDir, 'scratch');
export const spoolFolder = (dataDir: string) => path.join(dataDir, 'spool');
