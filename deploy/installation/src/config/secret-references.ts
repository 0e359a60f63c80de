import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A secret in a setting as it is, within JSON, or within a URL. */
export const SPELLINGS = {
  text: (secret: string) => secret,
  json: (secret: string) => JSON.stringify(secret).slice(1, -1),
  url: encodeURIComponent,
} as const;
type Spelling = keyof typeof SPELLINGS;

const REFERENCE = /\{\{secret:(text|json|url):([^{}]+)\}\}/g;
/** Nothing that short is a secret of ours; it would be found in words. */
export const MIN_SECRET_LENGTH = 8;

/** What lies in the files of a data directory that are meant to hold secrets, by name. */
export class KeptSecrets {
  private readonly byName: ReadonlyMap<string, string>;
  /** Each secret in its possible spellings → its reference. */
  private readonly references: ReadonlyMap<string, string>;
  /** All in one pattern, so that references are not searched for further secrets. */
  private readonly written: RegExp | null;

  constructor(folder: string) {
    const password = path.join(folder, 'postgres.password');
    const secrets = path.join(folder, 'secrets.json');
    this.byName = new Map([
      ...(existsSync(secrets)
        ? stringsIn(JSON.parse(readFileSync(secrets, 'utf8')) as object, 'secrets')
        : []),
      ...(existsSync(password) ? [['postgres', readFileSync(password, 'utf8')] as const] : []),
    ]);
    this.references = referencesTo(this.byName);
    // The longest first: one secret may stand within another.
    const longestFirst = [...this.references.keys()].sort((one, other) => other.length - one.length);
    this.written =
      longestFirst.length === 0 ? null : new RegExp(longestFirst.map(escapePattern).join('|'), 'g');
  }

  /** The text with a reference in the place of each secret: what holds it can be kept where secrets are not. */
  refer(text: string): string {
    return this.written === null ? text : text.replace(this.written, (found) => this.references.get(found)!);
  }

  /** A reference to what is no longer kept stays one: `palisade doctor` says which secret is missing. */
  resolve(text: string): string {
    return text.replaceAll(REFERENCE, (reference: string, spelling: Spelling, name: string) => {
      const secret = this.byName.get(name);
      return secret === undefined ? reference : SPELLINGS[spelling](secret);
    });
  }
}

function referencesTo(secrets: ReadonlyMap<string, string>): Map<string, string> {
  const references = new Map<string, string>();
  for (const [name, secret] of secrets) {
    if (secret.length < MIN_SECRET_LENGTH) continue;
    for (const [spelling, spell] of Object.entries(SPELLINGS)) {
      const written = spell(secret);
      if (!references.has(written)) references.set(written, `{{secret:${spelling}:${name}}}`);
    }
  }
  return references;
}

const escapePattern = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

function stringsIn(value: object, name: string): [string, string][] {
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]): [string, string][] => {
    const innerName = `${name}.${key}`;
    if (typeof inner === 'string') return [[innerName, inner]];
    return typeof inner === 'object' && inner !== null ? stringsIn(inner, innerName) : [];
  });
}
