import { access, constants, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Installation } from '../base/installation.ts';
import { describe, type Finding, failure, ok, setting, warning } from './finding.ts';

const SITES_FOLDER = 'sites';
const TODO =
  'Set it to the folder that the edge had before, or leave it: an edge that starts with an empty one has its sites only from Redis.';

/** Folders that processes on this machine read and write; containers have theirs elsewhere. */
export async function checkFolders(installation: Installation): Promise<Finding[]> {
  if (installation.kind === 'containers') return [];
  const spa = setting(installation, 'PALISADE_SPA_DIR');
  const edgeData = setting(installation, 'PALISADE_EDGE_DATA_DIR');
  return await Promise.all([
    ...(spa === undefined ? [] : [checkSpa(spa)]),
    ...(edgeData === undefined ? [] : [checkEdgeData(edgeData)]),
  ]);
}

export async function checkSpa(folder: string): Promise<Finding> {
  const page = path.join(folder, 'index.html');
  const isThere = await stat(page).then(
    (found) => found.isFile(),
    () => false,
  );
  if (isThere) return ok('folders.spa', `the dashboard’s pages are in ${folder}`);
  return failure(
    'folders.spa_missing',
    `PALISADE_SPA_DIR, ${folder}, has no index.html: nobody sees the dashboard`,
    'Set it to the built frontend (npm run build makes frontend/dist).',
  );
}

/** An edge makes its folder at its first start, and serves the sites in it where Redis is away. */
export async function checkEdgeData(folder: string): Promise<Finding> {
  try {
    const names = await readdir(folder);
    await access(folder, constants.W_OK);
    if (names.includes(SITES_FOLDER)) return ok('folders.edge', `the edge keeps its sites in ${folder}`);
  } catch (error) {
    const why = describe(error);
    return failure('folders.edge_unusable', `PALISADE_EDGE_DATA_DIR, ${folder}: ${why}`, TODO);
  }
  return warning('folders.edge_empty', `PALISADE_EDGE_DATA_DIR, ${folder}, holds no edge’s sites`, TODO);
}
