import { create } from '@bufbuild/protobuf';
import { Controller, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { GrpcMethod, type MicroserviceOptions } from '@nestjs/microservices';
import { authV1, domainsV1, mailerV1 } from '@palisade/contracts';
import { grpcServer, InternalChannel } from '@palisade/nest-kit';
import type { InternalKeys } from '@palisade/testing';

export interface KnownUser {
  id: string;
  email: string;
  emailConfirmed?: boolean;
}

const users = new Map<string, KnownUser>();
/** Verified ones. */
const domains = new Map<string, string[]>();
/** Of owners who have proven nothing. */
const claims = new Map<string, string[]>();

@Controller()
class NeighboursController {
  @GrpcMethod('AuthService', 'GetUsers')
  getUsers({ ids }: authV1.GetUsersRequest) {
    const found = ids.flatMap((id) => users.get(id) ?? []);
    return create(authV1.GetUsersResponseSchema, {
      users: found.map((user) => ({ username: user.email, fullName: 'Test User', isActive: true, ...user })),
    });
  }

  @GrpcMethod('AuthService', 'FindConfirmedUsers')
  findConfirmedUsers({ emails }: authV1.FindConfirmedUsersRequest) {
    const found = [...users.values()].filter(
      ({ email, emailConfirmed }) => emailConfirmed && emails.includes(email.toLowerCase()),
    );
    return create(authV1.FindConfirmedUsersResponseSchema, { users: found });
  }

  @GrpcMethod('AuthService', 'CountUsers')
  countUsers() {
    return create(authV1.CountUsersResponseSchema, { total: BigInt(users.size), active: BigInt(users.size) });
  }

  @GrpcMethod('DomainsService', 'ListUserDomains')
  listUserDomains({ userId }: domainsV1.ListUserDomainsRequest) {
    return create(domainsV1.ListUserDomainsResponseSchema, {
      domains: [
        ...(domains.get(userId) ?? []).map((domainName) => ({
          domainName,
          ownerId: userId,
          dnsVerified: true,
        })),
        ...(claims.get(userId) ?? []).map((domainName) => ({ domainName, ownerId: userId })),
      ],
    });
  }

  @GrpcMethod('MailerService', 'CountSubscribers')
  countSubscribers() {
    return create(mailerV1.CountSubscribersResponseSchema, { total: 7n });
  }

  @GrpcMethod('DomainsService', 'CountDomains')
  countDomains() {
    return create(domainsV1.CountDomainsResponseSchema, {
      total: BigInt([...domains.values()].flat().length),
    });
  }
}

@Module({ controllers: [NeighboursController] })
class NeighboursModule {}

/** auth's, domains' and the mailer's gRPC contracts over two maps. */
export async function startNeighbours(port: number, keys: InternalKeys) {
  const app = await NestFactory.createMicroservice<MicroserviceOptions>(NeighboursModule, {
    ...grpcServer(
      `127.0.0.1:${port}`,
      new InternalChannel('auth', keys.channelSettings('auth')),
      authV1.AuthService,
      domainsV1.DomainsService,
      mailerV1.MailerService,
    ),
    logger: false,
  });
  await app.listen();
  return { users, domains, claims, stop: () => app.close() };
}
