import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';

/** Where the bundled programs lie, below the installation's folder. */
export const BUNDLE_FOLDER = path.join('deploy', 'standalone', 'dist', 'programs');
/** Written last: without it there is no bundle. */
const STAMP = 'made-of.json';

/** What a bundle was made of. */
interface MadeOf {
  /** The installation whose places are written into it: in a folder that was copied or moved they are another's. */
  readonly root: string;
  /** The state of each file, by its path below the root. */
  readonly files: Readonly<Record<string, string>>;
  /** The bundle's own. */
  readonly parts: readonly string[];
}

const stampOf = (root: string): string => path.join(root, BUNDLE_FOLDER, STAMP);

/** Null: there is no bundle that this installation could start. */
function madeOf(root: string): MadeOf | null {
  if (!existsSync(stampOf(root))) return null;
  const stamp = JSON.parse(readFileSync(stampOf(root), 'utf8')) as Partial<MadeOf>;
  return stamp.root === realpathSync(root) ? (stamp as MadeOf) : null;
}

/** When the bundle was made that this installation can start; 0: there is none. */
export const bundledAt = (root: string): number =>
  madeOf(root) === null ? 0 : statSync(stampOf(root)).mtimeMs;

function stateOf(file: string): string {
  const { mtimeMs, size } = statSync(file, { throwIfNoEntry: false }) ?? {};
  return `${mtimeMs} ${size}`;
}

/** Whether nothing has changed of what the bundle was made of; it counts as made now then: a build may have touched the same. */
export function keepsBundle(root: string): boolean {
  const known = madeOf(root);
  if (known === null) return false;
  const isSame = Object.entries(known.files).every(
    ([file, state]) => stateOf(path.join(root, file)) === state,
  );
  const now = new Date();
  if (isSame) utimesSync(stampOf(root), now, now);
  return isSame;
}

/**
 * Puts a bundle in the place of the one before. Each file is replaced at once, and what is asked for by others comes before them: a
 * service that is started anew meanwhile finds all that it needs. Those that run still load parts of the bundle that they began with,
 * so that these stay until the next one.
 *
 * @param made where the new bundle lies
 * @param programs those of its files that are started by their names; the others are named by what is in them
 * @param sources all files that it was made of, absolute
 */
export function placeBundle(
  root: string,
  made: string,
  { programs, sources }: { programs: readonly string[]; sources: readonly string[] },
): void {
  const folder = path.join(root, BUNDLE_FOLDER);
  const before = new Set(madeOf(root)?.parts ?? []);
  mkdirSync(folder, { recursive: true });
  rmSync(stampOf(root), { force: true });
  const parts = readdirSync(made);
  const shared = parts.filter((name) => !programs.includes(name));
  for (const name of [...shared, ...programs]) renameSync(path.join(made, name), path.join(folder, name));
  const kept = new Set([...parts, ...before]);
  for (const name of readdirSync(folder)) if (!kept.has(name)) rmSync(path.join(folder, name));
  const real = realpathSync(root);
  const files = sources.map((file) => [path.relative(real, file), stateOf(file)] as const);
  const stamp: MadeOf = { root: real, files: Object.fromEntries(files), parts };
  writeFileSync(stampOf(root), JSON.stringify(stamp));
}
