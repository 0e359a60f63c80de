import type { KeyPair } from '../../config/keys.ts';
import { keyId, leavingKeys } from '../../config/rotation.ts';
import type { InstallationSecrets } from '../../config/secrets.ts';
import { processSettings, type Servers } from '../../config/settings.ts';
import { builtModule } from '../base/workspace.ts';

interface Resealed {
  resealed: number;
  unreadable: number;
}

interface ResealTool {
  reseal(environment: NodeJS.ProcessEnv): Promise<Resealed>;
}

interface AuditKeyTool {
  auditKey(keyEncryptionKey: string): string;
}

interface EdgeKeyTool {
  resealTlsKeys(
    databaseUrl: string,
    keys: { privateKey: string; publicKey: string; previous: readonly string[] },
  ): Promise<Resealed>;
  signAnew(databaseUrl: string, moment: Date): Promise<void>;
  notSignedBy(databaseUrl: string, keyId: string): Promise<number>;
}

/** Services with data encrypted under the key-encryption key. */
const SEALING = ['auth', 'domains', 'logs', 'mailer'] as const;

const edgeKeys = (): Promise<EdgeKeyTool> =>
  builtModule<EdgeKeyTool>('services/domains/dist/tools/edge-keys.js');

const databaseOf = (secrets: InstallationSecrets, servers: Servers): string =>
  processSettings(secrets, servers).domains!.PALISADE_DATABASE_URL!;

/** Each service's own code knows what it has encrypted, and where. */
export async function resealSecrets(secrets: InstallationSecrets, servers: Servers): Promise<Resealed> {
  const sum = { resealed: 0, unreadable: 0 };
  const settings = processSettings(secrets, servers);
  for (const service of SEALING) {
    const { reseal } = await builtModule<ResealTool>(`services/${service}/dist/tools/reseal.js`);
    const { resealed, unreadable } = await reseal(settings[service]!);
    sum.resealed += resealed;
    sum.unreadable += unreadable;
  }
  return sum;
}

export async function resealCertificates(secrets: InstallationSecrets, servers: Servers): Promise<Resealed> {
  const { resealTlsKeys } = await edgeKeys();
  const previous = leavingKeys(secrets, 'edge-sealing').map(({ value }) => (value as KeyPair).privateKey);
  return await resealTlsKeys(databaseOf(secrets, servers), { ...secrets.edgeSealingKeys, previous });
}

export async function signEverythingAnew(
  secrets: InstallationSecrets,
  servers: Servers,
  moment: Date,
): Promise<void> {
  await (await edgeKeys()).signAnew(databaseOf(secrets, servers), moment);
}

/** Sites that edges were not given yet as the present key signs them. */
export async function unsignedSites(secrets: InstallationSecrets, servers: Servers): Promise<number> {
  const { notSignedBy } = await edgeKeys();
  return await notSignedBy(databaseOf(secrets, servers), keyId(secrets, 'config-signing'));
}

export async function auditKeyOf(keyEncryptionKey: string): Promise<string> {
  return (await builtModule<AuditKeyTool>('services/auth/dist/tools/reseal.js')).auditKey(keyEncryptionKey);
}
