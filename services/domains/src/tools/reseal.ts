// For `palisade rotate-keys`: seals the service's secrets under the current key-encryption key.
import { loadConfig, type Resealed, resealColumns, SecretBox, statefulFields } from '@palisade/nest-kit';
import { z } from 'zod';
import { sealingKeyFields } from '../config/config.ts';
import { accountKeyContext } from '../modules/certificates/acme/acme-accounts.service.ts';
import { listKeyContext } from '../modules/lists/list-keys.service.ts';
import {
  nextOriginAuthorityContext,
  originAuthorityContext,
} from '../modules/origin-certificate-store/origin-issuance.service.ts';
import { recordingKeyContext } from '../modules/policy-replay/recording-keys.service.ts';

const toolFields = z.object({
  PALISADE_DATABASE_URL: statefulFields.PALISADE_DATABASE_URL,
  ...sealingKeyFields.shape,
});

export function reseal(environment: NodeJS.ProcessEnv): Promise<Resealed> {
  const config = loadConfig(toolFields, environment);
  return resealColumns(
    config.PALISADE_DATABASE_URL,
    'domains',
    [
      {
        table: 'acme_accounts',
        id: 'directory_url',
        type: 'text',
        column: 'sealed_key',
        context: accountKeyContext,
      },
      {
        table: 'recording_keys',
        id: 'domain_id',
        type: 'uuid',
        column: 'sealed_key',
        context: recordingKeyContext,
      },
      {
        table: 'origin_authorities',
        id: 'domain_id',
        type: 'uuid',
        column: 'sealed_key',
        context: originAuthorityContext,
      },
      {
        table: 'origin_authorities',
        id: 'domain_id',
        type: 'uuid',
        column: 'next_sealed_key',
        context: nextOriginAuthorityContext,
      },
      {
        table: 'client_lists',
        id: 'id',
        type: 'uuid',
        column: 'sealed_key',
        context: listKeyContext,
      },
    ],
    new SecretBox(config.PALISADE_KEK_KEYS, config.PALISADE_KEK_CURRENT),
  );
}
