import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type KeyPair, newPassword, newSealingKeys, newSecretKey, newSigningKeys } from './keys.ts';

/** The control plane's services. */
export const SERVICES = ['gateway', 'auth', 'billing', 'domains', 'logs', 'mailer'] as const;
export type ServiceName = (typeof SERVICES)[number];

/** What an installation keeps secret. Made once; each part reaches only who needs it. */
export interface InstallationSecrets {
  /** Who signs internal tokens as which service. */
  internalKeys: Record<ServiceName, KeyPair>;
  databasePasswords: Record<ServiceName, string>;
  sessionTokenKeys: KeyPair;
  configSigningKeys: KeyPair;
  edgeSealingKeys: KeyPair;
  keyEncryptionKey: string;
  linkSigningKey: string;
}

export function newInstallationSecrets(): InstallationSecrets {
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
  };
}

/**
 * What stands in a file, made on first use and readable by its owner only. A secret that a newer version needs besides
 * is added; none that exists is replaced.
 */
export function keptSecrets<Secrets extends object>(
  file: string,
  make: () => Secrets,
): { secrets: Secrets; fresh: boolean } {
  if (existsSync(file)) {
    const kept = JSON.parse(readFileSync(file, 'utf8')) as Partial<Secrets>;
    const secrets = { ...make(), ...kept };
    if (Object.keys(secrets).length > Object.keys(kept).length) save(file, secrets);
    return { secrets, fresh: false };
  }
  const secrets = make();
  mkdirSync(path.dirname(file), { recursive: true });
  save(file, secrets);
  return { secrets, fresh: true };
}

function save(file: string, secrets: object): void {
  writeFileSync(`${file}.new`, JSON.stringify(secrets, null, 2), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
