import { DomainError } from '@palisade/nest-kit';

export const notVerified = () =>
  new DomainError('conflict', 'domain_not_verified', 'Please verify the domain first.');

export const automaticOff = () =>
  new DomainError(
    'conflict',
    'automatic_certificates_off',
    'This installation does not obtain certificates automatically. Please upload one.',
  );

/** @param seconds until the next request is allowed */
export const askedTooSoon = (seconds: number) =>
  new DomainError(
    'too_many',
    'certificate_asked_too_soon',
    'A certificate was requested a moment ago. Please wait a few minutes.',
    { retryAfter: seconds },
  );

export const waitForAuthority = (seconds: number) =>
  new DomainError(
    'too_many',
    'certificate_authority_limit',
    'The certificate authority accepts no further requests for now. We will try again as soon as it does.',
    { retryAfter: seconds },
  );

export const noCertificate = () =>
  new DomainError('not_found', 'certificate_not_found', 'There is no such certificate.');

/** An error in an upload, with its field. */
export const uploadRefused = (code: string, field: 'certificate_chain' | 'private_key', detail: string) =>
  new DomainError('unprocessable', code, detail, { fields: [{ path: field, message: detail }] });
