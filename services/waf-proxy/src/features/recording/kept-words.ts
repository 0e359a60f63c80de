import type { AuditRecord } from '@palisade/waf-engine';
import { eitherOf, type Masking } from './masking/masking.ts';
import type { SensitiveNames } from './masking/sensitive-names.ts';
import { matchedWords, wordsKeptOfTexts, wordsOfTexts } from './matched-words.ts';

/** Words were found in a value, and none of them stays. */
const HIDDEN: ReadonlySet<string> = new Set();

/** What stays of the values of a request in which rules have found something; nothing of fields that the owner named. */
export function keptWords(audit: AuditRecord, names: SensitiveNames): Masking['keptIn'] {
  const ofNames = matchedWords(audit);
  const texts = wordsOfTexts(audit);
  return (name, value) => {
    const lower = name.toLowerCase();
    const named = ofNames.get(lower) ?? ofNames.get(decodedName(lower));
    const kept = eitherOf(named, wordsKeptOfTexts(value, texts));
    return kept !== undefined && names.isNamed(name) ? HIDDEN : kept;
  };
}

/** Rules see the names of a form without their escapes. */
const decodedName = (name: string): string =>
  name
    .replaceAll('+', ' ')
    .replace(/%([0-9a-f]{2})/g, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)).toLowerCase(),
    );
