import { X509Certificate } from 'node:crypto';
import { statSync } from 'node:fs';
import { SERVICES } from '../../config/secrets.ts';
import type { Installation } from '../base/installation.ts';
import { days, daysUntil } from './days.ts';
import { type Finding, failure, ok } from './finding.ts';

/** Certificates between services are renewed at a start when less than a year is left. */
const INTERNAL_DAYS_LEFT = 30;

export async function checkSecrets(installation: Installation): Promise<Finding[]> {
  return [checkComplete(installation), checkPrivate(installation), checkCertificates(installation)];
}

function checkComplete({ missingSecrets, secretsFile }: Installation): Finding {
  return missingSecrets.length === 0
    ? ok('secrets.complete', `${secretsFile} has every secret of this version`)
    : failure(
        'secrets.missing',
        `${secretsFile} lacks ${missingSecrets.join(', ')}`,
        'Run the installation’s `secrets` (or npm start), which adds what is missing and replaces nothing.',
      );
}

function checkPrivate({ secretsFile }: Installation): Finding {
  const isOpen = (statSync(secretsFile).mode & 0o077) !== 0;
  return isOpen
    ? failure(
        'secrets.readable_by_others',
        `others than its owner can read ${secretsFile}`,
        `chmod 600 ${secretsFile}`,
      )
    : ok('secrets.private', 'only their owner can read the secrets');
}

function checkCertificates({ secrets }: Installation): Finding {
  const left = SERVICES.map((name) => {
    const certificate = secrets.internalCertificates[name];
    if (certificate === undefined) return { name, left: Number.NEGATIVE_INFINITY };
    return {
      name,
      left: daysUntil(new Date(new X509Certificate(Buffer.from(certificate, 'base64')).validTo)),
    };
  });
  const ending = left.filter((one) => one.left < INTERNAL_DAYS_LEFT).map(({ name }) => name);
  return ending.length === 0
    ? ok(
        'secrets.certificates',
        `certificates between services hold for ${days(Math.min(...left.map((l) => l.left)))}`,
      )
    : failure(
        'secrets.certificates_ending',
        `certificates between services end soon or are missing: ${ending.join(', ')}`,
        'Run the installation’s `secrets` (or npm start); it makes new ones. Then restart the services.',
      );
}
