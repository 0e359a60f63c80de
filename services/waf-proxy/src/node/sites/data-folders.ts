import path from 'node:path';

/** Where the edge keeps what must outlive it. */
export const configFolder = (dataDir: string) => path.join(dataDir, 'sites');
export const listFolder = (dataDir: string) => path.join(dataDir, 'lists');
/** Bodies of stored responses and of uploads under scan: worthless without the worker that wrote them. */
export const workerFolders = (dataDir: string) => path.join(dataDir, 'scratch');
/** Says which supervisor's workers listen: another content, another supervisor. */
export const supervisorFile = (dataDir: string) => path.join(dataDir, 'supervisor');
export const spoolFolder = (dataDir: string) => path.join(dataDir, 'spool');
