import { maskAssignments } from './assignments.ts';
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
  /** Words that stay where a rule has matched a value of that name, as they do in the log. */
  keptIn(name: string): ReadonlySet<string> | undefined;
}

/** Of a text that is no secret by its name: what it says of secrets, and what looks like one. */
export function maskPlain(
  text: string,
  { names, substitution }: Masking,
  kept?: ReadonlySet<string>,
): string {
  const mask = (secret: string) => substitution.mask(secret, kept);
  // First: an assignment takes the first word of a key, by which it is known.
  const withoutKeys = maskPrivateKeys(text, mask);
  return maskShapes(maskAssignments(withoutKeys, names, mask), mask);
}

export function maskValue(name: string, value: string, masking: Masking): string {
  const kept = masking.keptIn(name);
  return masking.names.has(name) ? masking.substitution.mask(value, kept) : maskPlain(value, masking, kept);
}
