import { keyId, leavingKeys } from '../../config/rotation.ts';
import { processSettings } from '../../config/settings.ts';
import { builtModule } from '../base/workspace.ts';

/** Who has something sealed under the key-encryption key. */
const SEALING = ['auth', 'domains', 'mailer'];
const edgeKeys = () => builtModule('services/domains/dist/tools/edge-keys.js');
const databaseOf = (secrets, servers) => processSettings(secrets, servers).domains.PALISADE_DATABASE_URL;
/** Each service's own code knows what it has sealed, and where. */
export async function resealSecrets(secrets, servers) {
  const sum = { resealed: 0, unreadable: 0 };
  const settings = processSettings(secrets, servers);
  for (const service of SEALING) {
    const { reseal } = await builtModule(`services/${service}/dist/tools/reseal.js`);
    const { resealed, unreadable } = await reseal(settings[service]);
    sum.resealed += resealed;
    sum.unreadable += unreadable;
  }
  return sum;
}
export async function resealCertificates(secrets, servers) {
  const { resealTlsKeys } = await edgeKeys();
  const previous = leavingKeys(secrets, 'edge-sealing').map(({ value }) => value.privateKey);
  return await resealTlsKeys(databaseOf(secrets, servers), { ...secrets.edgeSealingKeys, previous });
}
export async function signEverythingAnew(secrets, servers, moment) {
  await (await edgeKeys()).signAnew(databaseOf(secrets, servers), moment);
}
/** Sites that edges were not given yet as the present key signs them. */
export async function unsignedSites(secrets, servers) {
  const { notSignedBy } = await edgeKeys();
  return await notSignedBy(databaseOf(secrets, servers), keyId(secrets, 'config-signing'));
}
export async function auditKeyOf(keyEncryptionKey) {
  return (await builtModule('services/auth/dist/tools/reseal.js')).auditKey(keyEncryptionKey);
}
