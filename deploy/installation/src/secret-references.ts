import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A secret in a setting as it is, within JSON, or within a URL. */
const SPELLINGS = {
  text: (secret: string) => secret,
  json: (secret: string) => JSON.stringify(secret).slice(1, -1),
  url: encodeURIComponent,
} as const;
type Spelling = keyof typeof SPELLINGS;

const REFERENCE = /\{\{secret:(text|json|url):([^{}]+)\}\}/g;
/** Shorter ones would be found in words. */
const MIN_SECRET = 8;

/** What lies in the files of a data directory that are meant to hold secrets, by name. */
export class KeptSecrets {
  private readonly byName: ReadonlyMap<string, string>;

  constructor(folder: string) {
    const password = path.join(folder, 'postgres.password');
    const secrets = path.join(folder, 'secrets.json');
    this.byName = new Map([
      ...(existsSync(secrets)
        ? stringsIn(JSON.parse(readFileSync(secrets, 'utf8')) as object, 'secrets')
        : []),
      ...(existsSync(password) ? [['postgres', readFileSync(password, 'utf8')] as const] : []),
    ]);
  }

  /** The text with a reference in the place of each secret: what holds it can be kept where secrets are not. */
  refer(text: string): string {
    const known = [...this.byName]
      .filter(([, secret]) => secret.length >= MIN_SECRET)
      .sort(([, a], [, b]) => b.length - a.length);
    let referred = text;
    for (const [name, secret] of known)
      for (const spelling of Object.keys(SPELLINGS) as Spelling[])
        referred = referred.replaceAll(SPELLINGS[spelling](secret), `{{secret:${spelling}:${name}}}`);
    return referred;
  }

  /** A reference to what is no longer kept stays one: `palisade doctor` says which secret is missing. */
  resolve(text: string): string {
    return text.replaceAll(REFERENCE, (reference: string, spelling: Spelling, name: string) => {
      const secret = this.byName.get(name);
      return secret === undefined ? reference : SPELLINGS[spelling](secret);
    });
  }
}

function stringsIn(value: object, name: string): [string, string][] {
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]): [string, string][] => {
    const path = `${name}.${key}`;
    if (typeof inner === 'string') return [[path, inner]];
    return typeof inner === 'object' && inner !== null ? stringsIn(inner, path) : [];
  });
}
