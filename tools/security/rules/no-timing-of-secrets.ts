declare const given: { signature: string };
declare function timingSafeEqual(a: string, b: string): boolean;

export function isValid(expected: string, signature: string): boolean {
  // ruleid: no-timing-of-secrets
  if (given.signature === expected) return true;
  // ruleid: no-timing-of-secrets
  if (signature !== expected) return false;
  // ok: no-timing-of-secrets
  if (signature === undefined) return false;
  // ok: no-timing-of-secrets
  return timingSafeEqual(signature, expected);
}
