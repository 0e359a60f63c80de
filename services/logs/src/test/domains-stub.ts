import { createHash } from 'node:crypto';
import { create, toBinary } from '@bufbuild/protobuf';
import { Controller, type INestMicroservice, Module, UseFilters } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { GrpcMethod, type MicroserviceOptions } from '@nestjs/microservices';
import { domainsV1, edgeV1 } from '@palisade/contracts';
import { sampleSite } from '@palisade/edge-state';
import { GrpcErrorFilter, grpcServer, InternalChannel } from '@palisade/nest-kit';
import type { InternalKeys } from '@palisade/testing';

export interface StubDomain {
  id: string;
  name: string;
  /** Absent: active. */
  dnsVerified?: boolean;
  ownerDisabled?: boolean;
}

/** Ownership as the domains service would report it; tests write it. */
const domainsOf = new Map<string, StubDomain[]>();

/** Maximum streams by owners' plans; others have no maximum. */
const streamsOf = new Map<string, number>();

@Controller()
@UseFilters(GrpcErrorFilter)
class DomainsStub {
  @GrpcMethod('DomainsService', 'ListUserDomains')
  listUserDomains({ userId }: domainsV1.ListUserDomainsRequest) {
    const domains = (domainsOf.get(userId) ?? []).map(({ id, name, dnsVerified = true }) => ({
      id,
      ownerId: userId,
      domainName: name,
      isActive: true,
      dnsVerified,
    }));
    return create(domainsV1.ListUserDomainsResponseSchema, { domains });
  }

  @GrpcMethod('DomainsService', 'GetOwnerPlan')
  getOwnerPlan({ userId }: domainsV1.GetOwnerPlanRequest) {
    const maxLogStreams = streamsOf.get(userId);
    return create(domainsV1.GetOwnerPlanResponseSchema, {
      planName: 'Starter',
      entitlements: {
        planSlug: 'starter',
        logRetentionDays: 30,
        ...(maxLogStreams !== undefined && { maxLogStreams }),
      },
    });
  }

  @GrpcMethod('DomainsService', 'GetDomains')
  getDomains({ ids, names }: domainsV1.GetDomainsRequest) {
    const domains = [...domainsOf].flatMap(([ownerId, own]) =>
      own
        .filter(({ id, name }) => ids.includes(id) || names.includes(name))
        .map(({ id, name, dnsVerified = true, ownerDisabled = false }) => ({
          id,
          ownerId,
          domainName: name,
          isActive: true,
          dnsVerified,
          ownerDisabled,
        })),
    );
    return create(domainsV1.GetDomainsResponseSchema, { domains });
  }

  @GrpcMethod('DomainsService', 'GetRecordingKey')
  getRecordingKey({ siteId }: domainsV1.GetRecordingKeyRequest) {
    const isKnown = [...domainsOf.values()].flat().some(({ id }) => id === siteId);
    return create(domainsV1.GetRecordingKeyResponseSchema, {
      key: isKnown ? new Uint8Array(createHash('sha256').update(siteId).digest()) : new Uint8Array(),
    });
  }

  /** The current site has the edge's sample policy; a change is JSON of the edge's policy. */
  @GrpcMethod('DomainsService', 'GetReplaySites')
  getReplaySites({ change }: domainsV1.GetReplaySitesRequest) {
    const [current, proposed] = [sampleSite(), sampleSite()];
    if (change.case === 'update')
      Object.assign(proposed.policy!, JSON.parse(Buffer.from(change.value).toString('utf8')));
    return create(domainsV1.GetReplaySitesResponseSchema, {
      current: toBinary(edgeV1.SiteConfigSchema, current),
      proposed: toBinary(edgeV1.SiteConfigSchema, proposed),
    });
  }
}

@Module({ controllers: [DomainsStub] })
class StubModule {}

export async function startDomainsStub(
  port: number,
  keys: InternalKeys,
): Promise<{
  domainsOf: Map<string, StubDomain[]>;
  streamsOf: Map<string, number>;
  server: INestMicroservice;
}> {
  domainsOf.clear();
  streamsOf.clear();
  const server = await NestFactory.createMicroservice<MicroserviceOptions>(StubModule, {
    ...grpcServer(
      `127.0.0.1:${port}`,
      new InternalChannel('domains', keys.channelSettings('domains')),
      domainsV1.DomainsService,
    ),
    logger: false,
  });
  await server.listen();
  return { domainsOf, streamsOf, server };
}
