import type { Installation } from '../base/installation.ts';
import { masker, secretsOf } from '../base/masking.ts';

/** What is secret by its looks, whoever made it: in the order in which they are looked for. */
const SHAPES: readonly [RegExp, string][] = [
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g, '‹private key›'],
  [/\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g, '‹token›'],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]{8,}/gi, '$1 ‹token›'],
  [/\b(token|code|key|secret|password|signature)=[^&\s"'<>]+/gi, '$1=‹secret›'],
  [/("(?:cookie|set-cookie|authorization|password|token)"\s*:\s*")[^"]+/gi, '$1‹secret›'],
  [/[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+/g, '‹address›'],
];

/** Takes the installation's secrets, what looks like one, and people's addresses out of a text. */
export function scrubber(installation: Installation): (text: string) => string {
  const mask = masker(secretsOf(installation));
  return (text) => SHAPES.reduce((scrubbed, [shape, by]) => scrubbed.replace(shape, by), mask(text));
}
