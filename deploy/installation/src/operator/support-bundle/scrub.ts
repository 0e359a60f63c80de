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
  // API keys, and secrets of webhooks.
  [/\b(plsd_|whsec_)[\w+/=-]{8,}/g, '$1‹secret›'],
  [/\b(code|\w{0,40}(?:token|key|secret|password|passphrase|signature))=[^&\s"'<>]+/gi, '$1=‹secret›'],
  // In JSON: of a list, of JSON that is a text within JSON, of a field.
  [
    /(\\?"[\w-]{0,40}(?:cookie|authorization|password|passphrase|token|secret|(?:api|private)[_-]?key)\\?" ?: ?)(?:(\[")[^\]]{0,8192}(?="\])|(\\")[^"\\]+|(")(?:[^"\\]|\\.)+)/gi,
    '$1$2$3$4‹secret›',
  ],
  [/\b((?:set-)?cookie:\s*)[^\s"'][^\r\n"]*/gi, '$1‹secret›'],
  // In addresses of pages it is written as %40.
  [/(?<![\w.+-])[\w.+-]{1,64}(?:@|%40)[\w-][\w.-]{0,252}/g, '‹address›'],
];

/** Takes the installation's secrets, what looks like one, and people's addresses out of a text. */
export function scrubber(installation: Installation): (text: string) => string {
  const mask = masker(secretsOf(installation));
  return (text) => SHAPES.reduce((scrubbed, [shape, by]) => scrubbed.replace(shape, by), mask(text));
}
