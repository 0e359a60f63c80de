import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
/** The checkout, or the image's folder, that these commands are part of. */
export const ROOT = path.resolve(import.meta.dirname, '../../../../..');
export const VERSION = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')).version;
/**
 * A built module of another room, by its path: what a service knows about its own settings, servers and data is asked of the
 * service's code, and the rooms stay apart all the same.
 */
export async function builtModule(place) {
  return await import(pathToFileURL(path.join(ROOT, place)).href);
}
