import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  type KeyPair,
  newPassword,
  newSealingKeys,
  newSecretKey,
  newSigningKeys,
} from '@palisade/local-servers';

export const SERVICES = ['gateway', 'auth', 'billing', 'domains', 'logs', 'mailer'] as const;
export type ServiceName = (typeof SERVICES)[number];

/** Everything secret of one installation. Made once, kept in the data directory, readable by its owner only. */
export interface Secrets {
  internalKeys: Record<ServiceName, KeyPair>;
  databasePasswords: Record<ServiceName, string>;
  sessionTokenKeys: KeyPair;
  configSigningKeys: KeyPair;
  edgeSealingKeys: KeyPair;
  keyEncryptionKey: string;
  linkSigningKey: string;
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
export function loadSecrets(dataDirectory: string): { secrets: Secrets; fresh: boolean } {
  const file = path.join(dataDirectory, 'secrets.json');
  if (existsSync(file)) {
    const kept = JSON.parse(readFileSync(file, 'utf8')) as Partial<Secrets>;
    // A secret that a newer version needs besides is added; none that exists is replaced.
    const secrets = { ...newSecrets(), ...kept };
    if (Object.keys(secrets).length > Object.keys(kept).length) save(file, secrets);
    return { secrets, fresh: false };
  }
  const secrets = newSecrets();
  mkdirSync(dataDirectory, { recursive: true });
  save(file, secrets);
  return { secrets, fresh: true };
}

function save(file: string, secrets: Secrets): void {
  writeFileSync(`${file}.new`, JSON.stringify(secrets, null, 2), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

function newSecrets(): Secrets {
  const each = <T>(make: () => T) =>
    Object.fromEntries(SERVICES.map((name) => [name, make()])) as Record<ServiceName, T>;
  return {
    internalKeys: each(newSigningKeys),
    databasePasswords: each(newPassword),
    sessionTokenKeys: newSigningKeys(),
    configSigningKeys: newSigningKeys(),
    edgeSealingKeys: newSealingKeys(),
    keyEncryptionKey: newSecretKey(),
    linkSigningKey: newSecretKey(),
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
