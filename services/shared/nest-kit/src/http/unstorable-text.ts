import { DomainError } from '../errors/domain-error.ts';

/**
 * PostgreSQL can store neither U+0000 in text nor half of a surrogate pair in JSON, and nobody means them: refused once here
 * instead of failing in every query.
 * @param parts what a request carries: body, query, path parameters
 * @throws DomainError unprocessable `nul_character`, `malformed_text`
 */
export function refuseUnstorableText(...parts: readonly unknown[]): void {
  // Iterative, not recursive: the sender decides how deep a body is nested.
  const waiting: unknown[] = [...parts];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value === 'string') {
      if (value.includes('\0')) {
        throw new DomainError('unprocessable', 'nul_character', 'Text must not contain NUL characters');
      }
      if (!value.isWellFormed()) {
        throw new DomainError('unprocessable', 'malformed_text', 'Text must not contain unpaired surrogates');
      }
    } else if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)) {
      for (const [key, member] of Object.entries(value)) waiting.push(key, member);
    }
  }
}
