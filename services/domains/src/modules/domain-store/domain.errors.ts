import { DomainError } from '@palisade/nest-kit';

/** Also for another's domain, so that its existence is not revealed. */
export const domainNotFound = () => new DomainError('not_found', 'domain_not_found', 'Domain not found');

export const alreadyAdded = (name: string) =>
  new DomainError('conflict', 'domain_already_added', `You have already added ${name}.`);

export const verifiedElsewhere = (name: string) =>
  new DomainError(
    'conflict',
    'domain_taken',
    `${name} is already verified by another account. If it is yours, claim it: you prove it by a TXT record, and the other account then has 7 days to show that it is theirs.`,
  );

export function hostTaken(host: string): DomainError {
  const detail = `${host} is already served for another domain.`;
  return new DomainError('conflict', 'host_taken', detail, { fields: [{ path: 'hosts', message: detail }] });
}

export const hostsChanged = () =>
  new DomainError(
    'conflict',
    'hosts_changed',
    'The names of this site were changed in the meantime. Please reload it.',
  );
