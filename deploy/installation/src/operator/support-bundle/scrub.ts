import type { Installation } from '../base/installation.ts';
import { masker, secretsOf } from '../base/masking.ts';

/** Patterns of secrets from any source, in the order of the search. */
const SHAPES: readonly [RegExp, string][] = [
  [
    /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]{0,30}PRIVATE KEY-----|$)/g,
    '‹private key›',
  ],
  [/(?<![\w-])eyJ[\w-]{8,4096}\.[\w-]{8,8192}\.[\w-]{0,1024}/g, '‹token›'],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]{8,}/gi, '$1 ‹token›'],
  [/\b(token|code|key|secret|password|signature)=[^&\s"'<>]+/gi, '$1=‹secret›'],
  [/("(?:cookie|set-cookie|authorization|password|token)"\s*:\s*")[^"]+/gi, '$1‹secret›'],
  [/(?<![\w.+-])[\w.+-]{1,64}@[\w-][\w.-]{0,252}/g, '‹address›'],
];

/** Takes the installation's secrets, what looks like one, and people's addresses out of a text. */
export function scrubber(installation: Installation): (text: string) => string {
  const mask = masker(secretsOf(installation));
  return (text) => SHAPES.reduce((scrubbed, [shape, by]) => scrubbed.replace(shape, by), mask(text));
}
