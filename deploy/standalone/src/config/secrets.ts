import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  type InstallationSecrets,
  keptSecrets,
  newInstallationSecrets,
  newPassword,
  withCertificates,
} from '@palisade/installation';

/** Everything secret of one installation on one machine, with what its stand-ins and demo accounts need besides. */
export interface Secrets extends InstallationSecrets {
  /** What billing and the stand-in for PayPal know each other by. */
  paypal: { clientId: string; clientSecret: string; webhookId: string };
  accounts: { customer: DemoAccount; admin: DemoAccount };
}

export interface DemoAccount {
  email: string;
  username: string;
  fullName: string;
  password: string;
}

/** @returns the secrets, and whether they were made just now */
export async function loadSecrets(dataDirectory: string): Promise<{ secrets: Secrets; fresh: boolean }> {
  const file = path.join(dataDirectory, 'secrets.json');
  const { secrets, fresh } = keptSecrets(file, newSecrets);
  return { secrets: await withCertificates(file, secrets), fresh };
}

/** As they stand there: passwords may have been changed since the launcher's own start. */
export const secretsNow = (dataDirectory: string): Secrets =>
  JSON.parse(readFileSync(path.join(dataDirectory, 'secrets.json'), 'utf8')) as Secrets;

function newSecrets(): Secrets {
  return {
    ...newInstallationSecrets(),
    paypal: { clientId: newPassword(), clientSecret: newPassword(), webhookId: newPassword() },
    accounts: {
      customer: {
        email: 'customer@palisade.test',
        username: 'customer',
        fullName: 'Demo Customer',
        password: newPassword(),
      },
      admin: {
        email: 'admin@palisade.test',
        username: 'admin',
        fullName: 'Demo Admin',
        password: newPassword(),
      },
    },
  };
}
