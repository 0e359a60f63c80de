import path from 'node:path';

/** Where the edge keeps what must outlive it. */
export const configFolder = (dataDir: string) => path.join(dataDir, 'sites');
export const spoolFolder = (dataDir: string) => path.join(dataDir, 'spool');
