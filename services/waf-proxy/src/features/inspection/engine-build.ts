import { createHash, type Hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

let known: string | null = null;

/**
 * Identifies the code that judges: a new engine may find something else by the same rules. Equal for equal builds, on
 * whatever machine. Hexadecimal. Reads some 400 small files when it is first called, which takes 10 to 20 ms.
 */
export function engineBuild(): string {
  known ??= digestOfFolders(judgingFolders());
  return known;
}

function judgingFolders(): string[] {
  const { resolve } = createRequire(import.meta.url);
  const packages = ['@palisade/waf-engine', '@palisade/regex'].map((name) => path.dirname(resolve(name)));
  return [...packages, import.meta.dirname];
}

/** Of all scripts in them, by their names within the folder. */
export function digestOfFolders(folders: readonly string[]): string {
  const hash = createHash('sha256');
  for (const folder of folders) addFolder(hash, folder, '');
  return hash.digest('hex');
}

function addFolder(hash: Hash, folder: string, within: string): void {
  const entries = readdirSync(folder, { withFileTypes: true });
  // By code units: a locale would sort them in another order elsewhere.
  entries.sort((one, other) => (one.name < other.name ? -1 : 1));
  for (const entry of entries) {
    const name = `${within}/${entry.name}`;
    if (entry.isDirectory()) addFolder(hash, path.join(folder, entry.name), name);
    else if (isScript(entry.name)) {
      const text = readFileSync(path.join(folder, entry.name));
      hash.update(`${name}\0${text.length}\0`).update(text);
    }
  }
}

const isScript = (name: string): boolean =>
  (name.endsWith('.js') || (name.endsWith('.ts') && !name.endsWith('.d.ts'))) && !name.includes('spec.');
