import { createHash } from 'node:crypto';
import { existsSync, globSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { MAX_BUNDLE_BYTES, type TrustedKeys, verifyRuleBundle } from '@palisade/edge-state';
import { loadPackRules } from '@palisade/managed-rules';
import { ruleReleaseNameSchema } from '@palisade/site-policy';
import { type CompiledRuleSet, compileRuleSet, type RuleSource } from '@palisade/waf-engine';
import { filePorts, readSource, sourceOf } from './operator-rule-set.ts';
import { OWNERS_CHOICE, RELEASE_BASE } from './release-base.ts';

/** Maximum releases; each compiled CRS takes some tens of megabytes per worker. */
export const MAX_RELEASES = 8;

const SETUP = 'setup.conf';
const BUNDLE = '.rules';
const CANDIDATE = '.candidate';

/** A rule set in the operator's folder of releases. */
export interface RuleRelease {
  readonly name: string;
  /** To be tried on a share of the sites that use the release of this name. */
  readonly isCandidate: boolean;
  /** Hash of all its files. */
  readonly hash: string;
  readonly setup: RuleSource | null;
  readonly rules: readonly RuleSource[];
  readonly readFiles: (pattern: string, includedFrom: string) => RuleSource[];
}

export interface ReleasesFolder {
  readonly releases: readonly RuleRelease[];
  readonly refused: readonly { readonly file: string; readonly error: Error }[];
}

/**
 * Reads the folder of releases: `NAME.rules` is a signed bundle, `NAME` a folder with `setup.conf` and `*.conf` (also
 * in `rules/`); other files, such as a storage's index, are ignored. The suffix `.candidate` marks candidates.
 * Unreadable ones are reported and left out.
 */
export function readReleases(directory: string, keys: TrustedKeys): ReleasesFolder {
  const releases: RuleRelease[] = [];
  const refused: { file: string; error: Error }[] = [];
  const taken = new Set<string>();
  for (const file of entriesOf(directory)) {
    try {
      if (releases.length === MAX_RELEASES)
        throw new Error(`there are more than ${MAX_RELEASES} rule releases`);
      const release = readRelease(path.join(directory, file), keys);
      const place = `${release.name} ${release.isCandidate}`;
      if (taken.has(place)) throw new Error(`there are two rule releases called ${release.name}`);
      taken.add(place);
      releases.push(release);
    } catch (error) {
      refused.push({ file, error: error instanceof Error ? error : new Error(String(error)) });
    }
  }
  return { releases, refused };
}

/** Names, times and sizes of the files; changes whenever the folder does. */
export function folderState(directory: string): string {
  const states = entriesOf(directory).flatMap((entry) => {
    const file = path.join(directory, entry);
    const files = isFolder(file)
      ? globSync('**/*', { cwd: file }).map((name) => path.join(file, name))
      : [file];
    return files.sort().map((name) => {
      const { mtimeMs, size } = statSync(name);
      return `${name} ${mtimeMs} ${size}`;
    });
  });
  return states.join('\n');
}

function entriesOf(directory: string): string[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory)
    .filter(
      (name) => !name.startsWith('.') && (name.endsWith(BUNDLE) || isFolder(path.join(directory, name))),
    )
    .sort();
}

const isFolder = (file: string): boolean => statSync(file).isDirectory();

function readRelease(file: string, keys: TrustedKeys): RuleRelease {
  const base = path.basename(file, BUNDLE);
  const isCandidate = base.endsWith(CANDIDATE);
  const name = isCandidate ? base.slice(0, -CANDIDATE.length) : base;
  if (!ruleReleaseNameSchema.safeParse(name).success)
    throw new Error(`"${name}" is no name of a rule release`);
  const release = isFolder(file) ? fromFolder(file) : fromBundle(file, name, keys);
  if (release.rules.length === 0) throw new Error('there are no rules (*.conf) in it');
  return { name, isCandidate, ...release };
}

type Contents = Pick<RuleRelease, 'hash' | 'setup' | 'rules' | 'readFiles'>;

function fromFolder(folder: string): Contents {
  const setup = path.join(folder, SETUP);
  const hash = createHash('sha256');
  const files = globSync('**/*', { cwd: folder }).sort();
  for (const file of files) {
    const full = path.join(folder, file);
    if (!isFolder(full)) hash.update(`${path.basename(file)}\n`).update(readFileSync(full));
  }
  return {
    hash: hash.digest('hex').slice(0, 16),
    setup: files.includes(SETUP) ? readSource(setup) : null,
    rules: globSync(['*.conf', 'rules/*.conf'], { cwd: folder })
      .filter((file) => file !== SETUP)
      .sort()
      .map((file) => readSource(path.join(folder, file))),
    readFiles: filePorts.readFiles,
  };
}

function fromBundle(file: string, name: string, keys: TrustedKeys): Contents {
  if (statSync(file).size > MAX_BUNDLE_BYTES) throw new Error(`it has more than ${MAX_BUNDLE_BYTES} bytes`);
  const text = readFileSync(file, 'utf8');
  const bundle = verifyRuleBundle(text, keys);
  // A bundle must not pass for another release by its file name.
  if (bundle.name !== name) throw new Error(`it was signed as ${bundle.name}`);
  const sources = Object.entries(bundle.files)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([entry, bytes]) => sourceOf(entry, Buffer.from(bytes, 'base64')));
  return {
    hash: createHash('sha256').update(text).digest('hex').slice(0, 16),
    setup: sources.find(({ name: entry }) => entry === SETUP) ?? null,
    rules: sources.filter(({ name: entry }) => entry.endsWith('.conf') && entry !== SETUP),
    // A bundle has no folders, so paths are resolved by base name.
    readFiles: (pattern) => sources.filter(({ name: entry }) => entry === path.basename(pattern)),
  };
}

/** @throws RuleError with file, line and column */
export const compileRelease = ({ setup, rules, readFiles }: RuleRelease): CompiledRuleSet =>
  compileRuleSet(
    [RELEASE_BASE, ...loadPackRules(), ...(setup === null ? [] : [setup]), OWNERS_CHOICE, ...rules],
    {
      ports: { readFiles },
    },
  );
