// For `palisade rotate-keys`: re-encrypts the service's secrets under the current key-encryption key.
import { loadConfig, type Resealed, resealColumns, SecretBox, sealedColumns } from '@palisade/nest-kit';
import { resealToolFields } from '../config/config.ts';
import { erasedAddressContext } from '../modules/erasure/client-erasures.repository.ts';

export function reseal(environment: NodeJS.ProcessEnv): Promise<Resealed> {
  const config = loadConfig(resealToolFields, environment);
  return resealColumns(
    config.PALISADE_DATABASE_URL,
    'logs',
    [
      ...sealedColumns('log_streams', 'stream_id'),
      {
        ...{ table: 'client_erasures', id: 'erasure_id', type: 'uuid', column: 'address' },
        context: erasedAddressContext,
      },
    ],
    new SecretBox(config.PALISADE_KEK_KEYS, config.PALISADE_KEK_CURRENT),
  );
}
