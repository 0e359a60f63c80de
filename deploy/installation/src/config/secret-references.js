import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
/** A secret in a setting as it is, within JSON, or within a URL. */
export const SPELLINGS = {
  text: (secret) => secret,
  json: (secret) => JSON.stringify(secret).slice(1, -1),
  url: encodeURIComponent,
};
const REFERENCE = /\{\{secret:(text|json|url):([^{}]+)\}\}/g;
/** Nothing that short is a secret of ours; it would be found in words. */
export const MIN_SECRET_LENGTH = 8;
/** What lies in the files of a data directory that are meant to hold secrets, by name. */
export class KeptSecrets {
  byName;
  /** Each secret as it may be written → what stands for it. */
  references;
  /** All of them in one pattern: what stands for one is not looked through for another. */
  written;
  constructor(folder) {
    const password = path.join(folder, 'postgres.password');
    const secrets = path.join(folder, 'secrets.json');
    this.byName = new Map([
      ...(existsSync(secrets) ? stringsIn(JSON.parse(readFileSync(secrets, 'utf8')), 'secrets') : []),
      ...(existsSync(password) ? [['postgres', readFileSync(password, 'utf8')]] : []),
    ]);
    this.references = referencesTo(this.byName);
    // The longest first: one secret may stand within another.
    const longestFirst = [...this.references.keys()].sort((one, other) => other.length - one.length);
    this.written =
      longestFirst.length === 0 ? null : new RegExp(longestFirst.map(escapePattern).join('|'), 'g');
  }
  /** The text with a reference in the place of each secret: what holds it can be kept where secrets are not. */
  refer(text) {
    return this.written === null ? text : text.replace(this.written, (found) => this.references.get(found));
  }
  /** A reference to what is no longer kept stays one: `palisade doctor` says which secret is missing. */
  resolve(text) {
    return text.replaceAll(REFERENCE, (reference, spelling, name) => {
      const secret = this.byName.get(name);
      return secret === undefined ? reference : SPELLINGS[spelling](secret);
    });
  }
}
function referencesTo(secrets) {
  const references = new Map();
  for (const [name, secret] of secrets) {
    if (secret.length < MIN_SECRET_LENGTH) continue;
    for (const [spelling, spell] of Object.entries(SPELLINGS)) {
      const written = spell(secret);
      if (!references.has(written)) references.set(written, `{{secret:${spelling}:${name}}}`);
    }
  }
  return references;
}
const escapePattern = (text) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
function stringsIn(value, name) {
  return Object.entries(value).flatMap(([key, inner]) => {
    const innerName = `${name}.${key}`;
    if (typeof inner === 'string') return [[innerName, inner]];
    return typeof inner === 'object' && inner !== null ? stringsIn(inner, innerName) : [];
  });
}
