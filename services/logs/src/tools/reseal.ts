// For `palisade rotate-keys`: seals the service's secrets under the current key-encryption key.
import { loadConfig, type Resealed, resealColumns, type SealedColumn, SecretBox } from '@palisade/nest-kit';
import { resealToolFields } from '../config/config.ts';
import { streamContext } from '../modules/log-streams/stream-secrets.service.ts';

export function reseal(environment: NodeJS.ProcessEnv): Promise<Resealed> {
  const config = loadConfig(resealToolFields, environment);
  return resealColumns(
    config.PALISADE_DATABASE_URL,
    'logs',
    (['target_sealed', 'secret_sealed', 'previous_secret_sealed'] as const).map(
      (column): SealedColumn => ({
        table: 'log_streams',
        id: 'stream_id',
        type: 'uuid',
        column,
        context: (id) => streamContext(column, id),
      }),
    ),
    new SecretBox(config.PALISADE_KEK_KEYS, config.PALISADE_KEK_CURRENT),
  );
}
