import { type DynamicModule, Module, type Provider } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE, DiscoveryModule } from '@nestjs/core';
import { Gauge, type Registry } from 'prom-client';
import { ProblemFilter } from '../errors/problem.filter.ts';
import { InternalChannel } from '../grpc/channel.ts';
import {
  HealthController,
  Metrics,
  READINESS_CHECKS,
  type ReadinessCheck,
} from '../health/health.controller.ts';
import { AccessGuard } from '../identity/access.guard.ts';
import { AccessRefusals } from '../identity/access-refusals.ts';
import { DeclaredAccess } from '../identity/declared-access.ts';
import { InternalTokenSigner, InternalTokenVerifier } from '../identity/internal-tokens.ts';
import { validationPipe } from './validation.pipe.ts';

export interface ServiceOptions {
  /** The service's name: issuer of its internal tokens, and the audience of those that it believes. */
  name: string;
  privateKey: string;
  publicKeys: Readonly<Record<string, string>>;
  /** Service → certificate, see `InternalChannel`. */
  certificates: Readonly<Record<string, string>>;
  /** Provides READINESS_CHECKS; absent: always ready. */
  readiness?: Provider<readonly ReadinessCheck[]>;
}

function channelOf({ name, privateKey, certificates }: ServiceOptions, registry: Registry): InternalChannel {
  const channel = new InternalChannel(name, {
    PALISADE_INTERNAL_PRIVATE_KEY: privateKey,
    PALISADE_INTERNAL_CERTIFICATES: certificates,
  });
  new Gauge({
    name: 'palisade_internal_certificate_expires_seconds',
    help: 'When this service’s certificate for gRPC ends, in seconds since 1970',
    registers: [registry],
  }).set(channel.expiresAt.getTime() / 1000);
  return channel;
}

/** What every service has: guarded routes, problem+json, validation, health, metrics, internal identity. */
@Module({})
export class ServiceModule {
  static forRoot(options: ServiceOptions): DynamicModule {
    return {
      module: ServiceModule,
      global: true,
      imports: [DiscoveryModule],
      controllers: [HealthController],
      providers: [
        Metrics,
        DeclaredAccess,
        AccessRefusals,
        options.readiness ?? { provide: READINESS_CHECKS, useValue: [] },
        {
          provide: InternalTokenSigner,
          useFactory: () => new InternalTokenSigner(options.name, options.privateKey),
        },
        {
          provide: InternalTokenVerifier,
          useFactory: () => new InternalTokenVerifier(options.publicKeys, options.name),
        },
        {
          provide: InternalChannel,
          inject: [Metrics],
          useFactory: ({ registry }: Metrics) => channelOf(options, registry),
        },
        { provide: APP_GUARD, useClass: AccessGuard },
        { provide: APP_FILTER, useClass: ProblemFilter },
        { provide: APP_PIPE, useFactory: validationPipe },
      ],
      exports: [AccessRefusals, InternalChannel, InternalTokenSigner, InternalTokenVerifier, Metrics],
    };
  }
}
