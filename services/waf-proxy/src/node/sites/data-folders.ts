import path from 'node:path';

/** Data that must survive the edge's process. */
export const configFolder = (dataDir: string) => path.join(dataDir, 'sites');
export const listFolder = (dataDir: string) => path.join(dataDir, 'lists');
/** Bodies of cached responses and uploads being scanned; useless without the worker that wrote them. */
export const workerFolders = (dataDir: string) => path.join(dataDir, 'scratch');
/** Identifies the supervisor whose workers listen. */
export const supervisorFile = (dataDir: string) => path.join(dataDir, 'supervisor');
export const spoolFolder = (dataDir: string) => path.join(dataDir, 'spool');
