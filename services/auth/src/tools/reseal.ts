// For `palisade rotate-keys`: re-encrypts the service's secrets under the current key-encryption key.
import { loadConfig, type Resealed, resealColumns, SecretBox } from '@palisade/nest-kit';
import { auditToolFields } from '../config/config.ts';
import { auditKeyOf } from '../modules/audit/audit-chain.ts';
import { mfaSecretContext } from '../modules/mfa/second-factors.service.ts';

export function reseal(environment: NodeJS.ProcessEnv): Promise<Resealed> {
  const config = loadConfig(auditToolFields, environment);
  return resealColumns(
    config.PALISADE_DATABASE_URL,
    'auth',
    [
      {
        table: 'mfa_configs',
        id: 'id',
        type: 'uuid',
        column: 'sealed_secret',
        context: mfaSecretContext,
      },
    ],
    new SecretBox(config.PALISADE_KEK_KEYS, config.PALISADE_KEK_CURRENT),
  );
}

/** The seal key of a removed key-encryption key, which still verifies the audit log; base64. */
export const auditKey = (keyEncryptionKey: string): string => auditKeyOf(keyEncryptionKey).toString('base64');
