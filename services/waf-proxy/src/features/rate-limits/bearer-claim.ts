/** Maximum length of a token that is decoded; real ones are shorter. */
const MAX_TOKEN = 8_192;
const SCHEME = 'bearer ';

/**
 * A claim of the JSON Web Token in an Authorization header (RFC 7519), as text; null if there is none. The signature is
 * not verified: invented tokens are counted by their claims, and the origin refuses them.
 */
export function bearerClaim(authorization: string, claim: string): string | null {
  if (authorization.length > MAX_TOKEN || authorization.slice(0, SCHEME.length).toLowerCase() !== SCHEME)
    return null;
  const [, payload, signature] = authorization.slice(SCHEME.length).trim().split('.', 3);
  if (payload === undefined || signature === undefined) return null;
  const claims = parsed(Buffer.from(payload, 'base64url').toString());
  if (claims === null || typeof claims !== 'object' || !Object.hasOwn(claims, claim)) return null;
  const value = (claims as Record<string, unknown>)[claim];
  if (typeof value === 'string') return value || null;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not a JSON Web Token.
    return null;
  }
}
