import { type DynamicModule, Module, type Provider } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE, DiscoveryModule } from '@nestjs/core';
import { ProblemFilter } from '../errors/problem.filter.ts';
import {
  HealthController,
  Metrics,
  READINESS_CHECKS,
  type ReadinessCheck,
} from '../health/health.controller.ts';
import { AccessGuard } from '../identity/access.guard.ts';
import { DeclaredAccess } from '../identity/declared-access.ts';
import { InternalTokenSigner, InternalTokenVerifier } from '../identity/internal-tokens.ts';
import { validationPipe } from './validation.pipe.ts';

export interface ServiceOptions {
  /** The service's name: issuer of its internal tokens, and the audience of those that it believes. */
  name: string;
  privateKey: string;
  publicKeys: Readonly<Record<string, string>>;
  /** Provides READINESS_CHECKS; absent: always ready. */
  readiness?: Provider<readonly ReadinessCheck[]>;
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
        options.readiness ?? { provide: READINESS_CHECKS, useValue: [] },
        {
          provide: InternalTokenSigner,
          useFactory: () => new InternalTokenSigner(options.name, options.privateKey),
        },
        {
          provide: InternalTokenVerifier,
          useFactory: () => new InternalTokenVerifier(options.publicKeys, options.name),
        },
        { provide: APP_GUARD, useClass: AccessGuard },
        { provide: APP_FILTER, useClass: ProblemFilter },
        { provide: APP_PIPE, useFactory: validationPipe },
      ],
      exports: [InternalTokenSigner, InternalTokenVerifier, Metrics],
    };
  }
}
