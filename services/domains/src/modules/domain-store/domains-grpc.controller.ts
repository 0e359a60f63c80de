import { create } from '@bufbuild/protobuf';
import { Controller } from '@nestjs/common';
import { GrpcMethod } from '@nestjs/microservices';
import { domainsV1 } from '@palisade/contracts';
import { DomainError, ServiceCalls } from '@palisade/nest-kit';
import { z } from 'zod';
import { DomainsRepository, type DomainTraffic } from './domains.repository.ts';

const MAX_IDS = 1_000;
const idsSchema = z.array(z.uuid()).max(MAX_IDS);
const MAX_NAME_LENGTH = 253;
const namesSchema = z.array(z.string().min(1).max(MAX_NAME_LENGTH)).max(MAX_IDS);

/** Domain data for other services. */
@Controller()
@ServiceCalls()
export class DomainsGrpcController {
  constructor(private readonly domains: DomainsRepository) {}

  @GrpcMethod('DomainsService', 'ListUserDomains')
  async listUserDomains(request: domainsV1.ListUserDomainsRequest) {
    const rows = await this.domains.trafficOf(checked([request.userId]));
    return create(domainsV1.ListUserDomainsResponseSchema, { domains: rows.map(summary) });
  }

  @GrpcMethod('DomainsService', 'ListDomainsOfUsers')
  async listDomainsOfUsers(request: domainsV1.ListDomainsOfUsersRequest) {
    const rows = await this.domains.trafficOf(checked(request.userIds));
    return create(domainsV1.ListDomainsOfUsersResponseSchema, { domains: rows.map(summary) });
  }

  @GrpcMethod('DomainsService', 'GetDomains')
  async getDomains(request: domainsV1.GetDomainsRequest) {
    const [byId, byName] = await Promise.all([
      this.domains.trafficOfDomains(checked(request.ids)),
      this.domains.trafficOfNames(checkedNames(request.names)),
    ]);
    const rows = [...new Map([...byId, ...byName].map((row) => [row.domain.id, row])).values()];
    return create(domainsV1.GetDomainsResponseSchema, { domains: rows.map(summary) });
  }

  @GrpcMethod('DomainsService', 'CountDomains')
  async countDomains() {
    return create(domainsV1.CountDomainsResponseSchema, { total: BigInt(await this.domains.count()) });
  }
}

function checked(ids: readonly string[]): string[] {
  const result = idsSchema.safeParse(ids);
  if (!result.success) {
    throw new DomainError('invalid', 'ids_invalid', `ids must be UUIDs, at most ${MAX_IDS}`);
  }
  return result.data;
}

function checkedNames(names: readonly string[]): string[] {
  const result = namesSchema.safeParse(names);
  if (!result.success) {
    throw new DomainError('invalid', 'names_invalid', `names must be host names, at most ${MAX_IDS}`);
  }
  return result.data;
}

function summary({ domain, total, allowed, blocked }: DomainTraffic) {
  return {
    id: domain.id,
    ownerId: domain.ownerId,
    domainName: domain.domainName,
    isActive: domain.isActive,
    dnsVerified: domain.dnsVerified,
    totalRequests: total,
    allowedRequests: allowed,
    blockedRequests: blocked,
    ownerDisabled: domain.ownerDisabled,
  };
}
