import { DomainError } from '@palisade/nest-kit';

export const originCertificateInUse = () =>
  new DomainError(
    'conflict',
    'origin_certificate_in_use',
    'The edge presents this certificate to your server. Please choose another one, or none, first.',
  );

export const noOriginCertificate = () =>
  new DomainError('not_found', 'origin_certificate_not_found', 'There is no such certificate.');

export const noOriginAuthority = () =>
  new DomainError(
    'conflict',
    'origin_authority_missing',
    'This site has no certificate authority yet. Please switch the automatic certificate on first.',
  );

export const noSuccessor = () =>
  new DomainError(
    'conflict',
    'origin_authority_not_prepared',
    'There is no new certificate authority to switch to. Please create one first.',
  );
