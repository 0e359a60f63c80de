import { create } from '@bufbuild/protobuf';
import { Controller } from '@nestjs/common';
import { GrpcMethod } from '@nestjs/microservices';
import { domainsV1 } from '@palisade/contracts';
import { DomainError, type DomainId, ServiceCalls, type UserId } from '@palisade/nest-kit';
import { z } from 'zod';
import { sitePolicyUpdateSchema } from '../site-policy/site-policy.schema.ts';
import type { ProposedChange } from '../site-policy/site-policy.service.ts';
import { RecordingKeysService } from './recording-keys.service.ts';
import { ReplaySitesService } from './replay-sites.service.ts';

const MAX_UPDATE_BYTES = 2 * 1_024 * 1_024;
const idSchema = z.uuid();

/** Answers the log service's calls for policy replay. */
@Controller()
@ServiceCalls()
export class PolicyReplayGrpcController {
  constructor(
    private readonly keys: RecordingKeysService,
    private readonly sites: ReplaySitesService,
  ) {}

  @GrpcMethod('DomainsService', 'GetRecordingKey')
  async getRecordingKey({ siteId }: domainsV1.GetRecordingKeyRequest) {
    const id = idSchema.safeParse(siteId);
    const key = id.success ? await this.keys.keyOf(id.data as DomainId) : null;
    return create(domainsV1.GetRecordingKeyResponseSchema, { key: new Uint8Array(key ?? []) });
  }

  @GrpcMethod('DomainsService', 'GetReplaySites')
  async getReplaySites({ domainId, userId, change }: domainsV1.GetReplaySitesRequest) {
    const ids = z.object({ domainId: idSchema, userId: idSchema }).safeParse({ domainId, userId });
    if (!ids.success) throw new DomainError('invalid', 'ids_invalid', 'ids must be UUIDs');
    const sites = await this.sites.build(userId as UserId, domainId as DomainId, changeOf(change));
    return create(domainsV1.GetReplaySitesResponseSchema, sites);
  }
}

function changeOf(change: domainsV1.GetReplaySitesRequest['change']): ProposedChange {
  if (change.case === 'version') return { version: change.value };
  if (change.case !== 'update' || change.value.length > MAX_UPDATE_BYTES)
    throw new DomainError('invalid', 'validation_failed', 'There is no change to try');
  const update = sitePolicyUpdateSchema.safeParse(jsonIn(change.value));
  if (update.success) return { update: update.data };
  const fields = update.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  const detail = fields.slice(0, 5).map(({ path, message }) => `${path}: ${message}`);
  throw new DomainError('unprocessable', 'validation_failed', detail.join('; '), {
    fields: fields.slice(0, 50),
  });
}

function jsonIn(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch (error) {
    throw new DomainError('unprocessable', 'validation_failed', 'The change is not valid JSON', {
      cause: error,
    });
  }
}
