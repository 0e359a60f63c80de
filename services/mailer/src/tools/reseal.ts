// For `palisade rotate-keys`: re-encrypts the service's secrets under the current key-encryption key.
import { loadConfig, type Resealed, resealColumns, SecretBox, sealedColumns } from '@palisade/nest-kit';
import { smtpToolFields } from '../config/config.ts';
import { dkimContext, passwordContext } from '../modules/smtp/server-selection.service.ts';

export function reseal(environment: NodeJS.ProcessEnv): Promise<Resealed> {
  const config = loadConfig(smtpToolFields, environment);
  return resealColumns(
    config.PALISADE_DATABASE_URL,
    'mailer',
    [
      {
        table: 'smtp_servers',
        id: 'id',
        type: 'integer',
        column: 'password_sealed',
        context: (id) => passwordContext(Number(id)),
      },
      {
        table: 'smtp_servers',
        id: 'id',
        type: 'integer',
        column: 'dkim_key_sealed',
        context: (id) => dkimContext(Number(id)),
      },
      ...sealedColumns('alert_channels', 'id'),
      { table: 'mails', id: 'id', type: 'text', column: 'sealed_variables', context: (id) => `mail:${id}` },
    ],
    new SecretBox(config.PALISADE_KEK_KEYS, config.PALISADE_KEK_CURRENT),
  );
}
