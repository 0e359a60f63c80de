import { maskAssignments } from './assignments.ts';
import { isInnocent } from './first-look.ts';
import type { HarmlessTexts } from './harmless-texts.ts';
import { maskPrivateKeys } from './scanned-shapes.ts';
import { maskShapes } from './secret-shapes.ts';
import type { SensitiveNames } from './sensitive-names.ts';
import type { Substitution } from './substitution.ts';

/** How the secrets of one request are masked. */
export interface Masking {
  readonly names: SensitiveNames;
  readonly substitution: Substitution;
  /** Of an address every parameter's value is masked, whatever its name. */
  readonly masksQueryValues: boolean;
  /** Null: every text is looked through. */
  readonly harmless: HarmlessTexts | null;
  /** Words that stay where a rule has matched a value of that name, as they do in the log. */
  keptIn(name: string): ReadonlySet<string> | undefined;
}

/** Where no rule has found anything. */
export const NOTHING_FOUND: Masking['keptIn'] = () => undefined;

/** Of a text that is no secret by its name: what it says of secrets, and what looks like one. */
export function maskPlain(
  text: string,
  { names, substitution }: Masking,
  kept?: ReadonlySet<string>,
): string {
  if (isInnocent(text, 0, text.length)) return text;
  const mask = (secret: string) => substitution.mask(secret, kept);
  // First: an assignment takes the first word of a key, by which it is known.
  const withoutKeys = maskPrivateKeys(text, mask);
  return maskShapes(maskAssignments(withoutKeys, names, mask), mask);
}

export function maskValue(name: string, value: string, masking: Masking): string {
  const kept = masking.keptIn(name);
  return masking.names.has(name) ? masking.substitution.mask(value, kept) : maskPlain(value, masking, kept);
}

/** What `look` makes of a text; it is not asked about one in which there was nothing to mask the last time, in the same place. */
export function unlessHarmless(
  place: string,
  text: string,
  masking: Masking,
  look: (place: string, text: string, masking: Masking) => string,
): string {
  const { names, substitution, harmless, masksQueryValues } = masking;
  if (harmless === null) return look(place, text, masking);
  const key = masksQueryValues ? `${names.key}?` : names.key;
  if (harmless.has(key, place, text)) return text;
  const { asked } = substitution;
  const masked = look(place, text, masking);
  // A word that is kept is asked about as well, and may have to go the next time.
  if (substitution.asked === asked) harmless.learn(key, place, text);
  return masked;
}
