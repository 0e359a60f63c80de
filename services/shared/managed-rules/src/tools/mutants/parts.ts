import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Share } from '../score/tally.ts';
import type { KindScore } from './run.ts';

/** Files under one folder for each set of `inputs`: what another set has left counts for nothing. */
export class Parts {
  private readonly folder: string;

  constructor(folder: string, inputs: readonly string[]) {
    const digest = createHash('sha256').update(JSON.stringify(inputs)).digest('hex').slice(0, 12);
    this.folder = path.join(folder, 'parts', digest);
    mkdirSync(this.folder, { recursive: true });
  }

  has(name: string): boolean {
    return existsSync(this.file(name));
  }

  /** What stands there from before, or else what `make` makes. */
  async kept<T>(name: string, make: () => Promise<T> | T): Promise<T> {
    if (this.has(name)) return JSON.parse(readFileSync(this.file(name), 'utf8')) as T;
    const made = await make();
    // A run that is ended in the midst of it leaves no half of a file.
    writeFileSync(`${this.file(name)}.new`, JSON.stringify(made));
    renameSync(`${this.file(name)}.new`, this.file(name));
    return made;
  }

  private file(name: string): string {
    return path.join(this.folder, `${name}.json`);
  }
}

/** Scores of parts of a kind's attacks as one. */
export function sumOf(scores: readonly KindScore[]): KindScore {
  const [first] = scores;
  if (first === undefined) throw new Error('no parts');
  return {
    kind: first.kind,
    interpreter: first.interpreter,
    asked: scores.reduce((sum, { asked }) => sum + asked, 0),
    used: scores.reduce((sum, { used }) => sum + used, 0),
    all: added(scores.map(({ all }) => all)),
    byMutation: addedByName(scores.map(({ byMutation }) => byMutation)),
    byPlace: addedByName(scores.map(({ byPlace }) => byPlace)),
    passed: scores.flatMap(({ passed }) => passed),
  };
}

type Shares = Readonly<Record<string, Share>>;

const added = (shares: readonly Share[]): Share => ({
  sent: shares.reduce((sum, { sent }) => sum + sent, 0),
  blocked: shares.reduce((sum, { blocked }) => sum + blocked, 0),
});

function addedByName(lists: readonly Shares[]): Shares {
  const names = new Set(lists.flatMap((list) => Object.keys(list)));
  return Object.fromEntries(
    [...names].map((name) => [name, added(lists.flatMap((list) => list[name] ?? []))]),
  );
}
