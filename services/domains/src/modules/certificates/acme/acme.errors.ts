const ACME_ERRORS = 'urn:ietf:params:acme:error:';

/** What failed, for programs and the owner. `owner`: only they can fix it. */
export interface IssuanceFault {
  code: string;
  message: string;
  mendedBy: 'owner' | 'time';
  /** Seconds to wait, as the authority asked; 0 if it did not. */
  retryAfter: number;
  /** Affected names, unless it is the whole order. */
  names?: readonly string[];
}

/** A refusal by the authority (RFC 8555, 6.7), or by us before asking it. */
export class IssuanceError extends Error {
  override readonly name = 'IssuanceError';

  constructor(
    readonly fault: IssuanceFault,
    options?: ErrorOptions,
  ) {
    super(`${fault.code}: ${fault.message}`, options);
  }
}

/** An error document (RFC 8555, 6.7) of the authority or a challenge. */
export interface AcmeErrorDocument {
  type?: string;
  detail?: string;
  subproblems?: readonly AcmeErrorDocument[];
  /** For a subproblem: the affected identifier. */
  identifier?: { value?: string };
}

const FAULTS: Readonly<Record<string, { code: string; says: string; mendedBy: IssuanceFault['mendedBy'] }>> =
  {
    rateLimited: {
      code: 'rate_limited',
      says: 'The certificate authority accepts no further requests for now.',
      mendedBy: 'time',
    },
    accountDoesNotExist: {
      code: 'account_unknown',
      says: 'The certificate authority no longer knows our account. We register again.',
      mendedBy: 'time',
    },
    caa: {
      code: 'caa',
      says: 'A CAA record of the domain does not allow our certificate authority.',
      mendedBy: 'owner',
    },
    dns: {
      code: 'dns',
      says: 'The certificate authority got no usable response from the domain’s DNS servers.',
      mendedBy: 'owner',
    },
    connection: {
      code: 'validation_failed',
      says: 'The certificate authority could not reach the site through us.',
      mendedBy: 'owner',
    },
    unauthorized: {
      code: 'validation_failed',
      says: 'The certificate authority did not get our response from the site; the most common cause is a DNS record that points elsewhere.',
      mendedBy: 'owner',
    },
    incorrectResponse: {
      code: 'validation_failed',
      says: 'The certificate authority did not get our response from the site; the most common cause is a DNS record that points elsewhere.',
      mendedBy: 'owner',
    },
    rejectedIdentifier: {
      code: 'name_rejected',
      says: 'The certificate authority does not issue certificates for this name.',
      mendedBy: 'owner',
    },
  };

/** @param retryAfter the header's value; absent: no wait */
export function acmeFault(document: AcmeErrorDocument, retryAfter?: string): IssuanceFault {
  const type = document.type?.startsWith(ACME_ERRORS) ? document.type.slice(ACME_ERRORS.length) : '';
  // The details of a compound error are in its subproblems.
  const parts = document.subproblems ?? [];
  const names = parts.flatMap(({ identifier }) =>
    identifier?.value === undefined ? [] : [identifier.value],
  );
  const inner = parts.find((part) => part.type?.slice(ACME_ERRORS.length) !== type);
  if (FAULTS[type] === undefined && inner !== undefined) return { ...acmeFault(inner, retryAfter), names };
  const known = FAULTS[type] ?? {
    code: 'authority_refused',
    says: 'The certificate authority refused the request.',
    mendedBy: 'time' as const,
  };
  const detail = plainText(document.detail ?? '');
  return {
    code: known.code,
    message: detail === '' ? known.says : `${known.says} It says: ${detail}`,
    mendedBy: known.mendedBy,
    retryAfter: secondsOf(retryAfter),
    names,
  };
}

/** Converts any error of an attempt. Unexpected ones are retried later, without revealing internals. */
export function faultOf(error: unknown): IssuanceFault {
  if (error instanceof IssuanceError) return error.fault;
  return {
    code: 'authority_unavailable',
    message: 'The certificate authority could not be reached, or sent an invalid response.',
    mendedBy: 'time',
    retryAfter: 0,
  };
}

export const isAcmeError = (type: unknown): type is string =>
  typeof type === 'string' && type.startsWith(ACME_ERRORS);
export const isBadNonce = (type: string): boolean => type === `${ACME_ERRORS}badNonce`;

/** Seconds or a date (RFC 9110, 10.2.3); a day at most. */
function secondsOf(retryAfter: string | undefined): number {
  if (retryAfter === undefined) return 0;
  const seconds = /^\d+$/.test(retryAfter)
    ? Number(retryAfter)
    : (Date.parse(retryAfter) - Date.now()) / 1_000;
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), 86_400) : 0;
}

/** Reduces untrusted text for our screens and mails to one line of limited length. */
function plainText(text: string): string {
  return text
    .replaceAll(/[^\x20-\x7e]+/g, ' ')
    .trim()
    .slice(0, 300);
}
