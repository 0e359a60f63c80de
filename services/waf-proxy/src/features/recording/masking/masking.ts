import { maskAssignments } from './assignments.ts';
import { maskCommandLines } from './command-lines.ts';
import { isInnocent } from './first-look.ts';
import type { HarmlessTexts } from './harmless-texts.ts';
import { maskPrivateKeys } from './scanned-shapes.ts';
import { maskShapes } from './secret-shapes.ts';
import type { SensitiveNames } from './sensitive-names.ts';
import type { Substitution } from './substitution.ts';
import { maskTables } from './tables.ts';

/** How one request is masked. */
export interface Masking {
  readonly names: SensitiveNames;
  readonly substitution: Substitution;
  /** Masks the values of all query parameters, whatever their names. */
  readonly masksQueryValues: boolean;
  /** Null: every text is examined. */
  readonly harmless: HarmlessTexts | null;
  /**
   * Words that are kept because a rule matched them in a value of that name, or in a text that this value is a part of;
   * the log shows them, too. Empty: it matched some that are not kept.
   */
  keptIn(name: string, value: string): ReadonlySet<string> | undefined;
}

/** For requests in which no rule matched. */
export const NOTHING_FOUND: Masking['keptIn'] = () => undefined;

/** The name of a text that is a value by itself. */
export const NAMELESS = '';

/** Within a part of a body or a header, whose values rules see by its name. */
export function maskingWithin(outer: string, masking: Masking): Masking {
  const { keptIn } = masking;
  if (keptIn === NOTHING_FOUND) return masking;
  return { ...masking, keptIn: (name, value) => eitherOf(keptIn(name, value), keptIn(outer, value)) };
}

export function eitherOf(
  one: ReadonlySet<string> | undefined,
  other: ReadonlySet<string> | undefined,
): ReadonlySet<string> | undefined {
  return one === undefined || other === undefined ? (one ?? other) : new Set([...one, ...other]);
}

/** Masks a text whose name is not secret: assignments in it, and what looks like a secret. */
export function maskPlain(
  text: string,
  { names, substitution }: Masking,
  kept?: ReadonlySet<string>,
): string {
  if (isInnocent(text)) return text;
  const mask = (secret: string) => substitution.mask(secret, kept);
  // First, as an assignment would mask the first word of a key, by which it is recognised.
  const withoutKeys = maskPrivateKeys(text, mask);
  const withoutColumns = maskTables(withoutKeys, names, mask);
  const withoutOptions = maskCommandLines(withoutColumns, names, mask);
  return maskShapes(maskAssignments(withoutOptions, names, mask), mask);
}

export function maskValue(name: string, value: string, masking: Masking): string {
  const kept = masking.keptIn(name, value);
  return masking.names.has(name) ? masking.substitution.mask(value, kept) : maskPlain(value, masking, kept);
}

/** Masks a text with `look`, unless nothing had to be masked in the same text and place before. */
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
  // A kept word counts as well, since it may have to be masked the next time.
  if (substitution.asked === asked) harmless.learn(key, place, text);
  return masked;
}
