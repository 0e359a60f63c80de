// For `palisade rotate-keys`: seals the service's secrets under the current key-encryption key.
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

/** What stays of a key-encryption key that is gone, so that the audit log can still be verified; base64. */
export const auditKey = (keyEncryptionKey: string): string => auditKeyOf(keyEncryptionKey).toString('base64');
