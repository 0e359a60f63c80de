import { type DynamicModule, Module, type Provider } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE, DiscoveryModule } from '@nestjs/core';
import { Gauge, type Registry } from 'prom-client';
import { z } from 'zod';
import { commonFields } from '../config/fields.ts';
import { KeyFile } from '../config/key-file.ts';
import { KEYS_BEHIND_METRIC, KEYS_METRIC } from '../config/key-fingerprint.ts';
import { ProblemFilter } from '../errors/problem.filter.ts';
import { InternalChannel } from '../grpc/channel.ts';
import { HealthController, READINESS_CHECKS } from '../health/health.controller.ts';
import type { ReadinessCheck } from '../health/readiness.ts';
import { AccessGuard } from '../identity/access.guard.ts';
import { AccessRefusals } from '../identity/access-refusals.ts';
import { DeclaredAccess } from '../identity/declared-access.ts';
import { InternalTokenSigner, InternalTokenVerifier } from '../identity/internal-tokens.ts';
import { Metrics } from '../metrics/metrics.ts';
import { Tracing } from '../tracing/tracing.ts';
import { validationPipe } from './validation.pipe.ts';

export interface ServiceOptions {
  /** The service's name: issuer of its internal tokens, and the audience of those that it believes. */
  name: string;
  privateKey: string;
  publicKeys: Readonly<Record<string, string>>;
  /** Service → certificate, see `InternalChannel`. */
  certificates: Readonly<Record<string, string>>;
  /** Where these keys and certificates change without a restart, see `KeyFile`. */
  keysFile?: string | undefined;
  /** Where its spans go; absent: there are none. */
  tracing?: Parameters<typeof Tracing.begin>[1];
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
    collect() {
      this.set(channel.expiresAt.getTime() / 1000);
    },
  });
  return channel;
}

const keyFields = z.object({
  PALISADE_INTERNAL_PRIVATE_KEY: commonFields.PALISADE_INTERNAL_PRIVATE_KEY,
  PALISADE_INTERNAL_PUBLIC_KEYS: commonFields.PALISADE_INTERNAL_PUBLIC_KEYS,
  PALISADE_INTERNAL_CERTIFICATES: commonFields.PALISADE_INTERNAL_CERTIFICATES,
});

/** All three belong together: a key without its certificate would keep the service from being understood. */
function followKeys(
  file: string | undefined,
  channel: InternalChannel,
  signer: InternalTokenSigner,
  verifier: InternalTokenVerifier,
  registry: Registry,
): KeyFile {
  const keys = new KeyFile(file);
  new Gauge({
    name: KEYS_METRIC,
    help: 'Which keys of PALISADE_KEYS_FILE are in use, by a fingerprint of all of them',
    labelNames: ['fingerprint'],
    registers: [registry],
    collect() {
      this.reset();
      if (keys.fingerprint !== null) this.set({ fingerprint: keys.fingerprint }, 1);
    },
  });
  new Gauge({
    name: KEYS_BEHIND_METRIC,
    help: 'For how long PALISADE_KEYS_FILE has had keys that are not in use; 0: they are',
    registers: [registry],
    collect() {
      this.set(keys.behindSeconds);
    },
  });
  keys.use((settings) => {
    const next = keyFields.parse(settings);
    const changes = [
      channel.prepare(next),
      signer.prepare(next.PALISADE_INTERNAL_PRIVATE_KEY),
      verifier.prepare(next.PALISADE_INTERNAL_PUBLIC_KEYS),
    ];
    return () => {
      for (const change of changes) change();
    };
  });
  return keys;
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
        {
          provide: Tracing,
          inject: [Metrics],
          useFactory: ({ registry }: Metrics) =>
            Tracing.begin(options.name, options.tracing ?? null, registry),
        },
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
        {
          provide: KeyFile,
          inject: [InternalChannel, InternalTokenSigner, InternalTokenVerifier, Metrics],
          useFactory: (
            channel: InternalChannel,
            signer: InternalTokenSigner,
            verifier: InternalTokenVerifier,
            { registry }: Metrics,
          ) => followKeys(options.keysFile, channel, signer, verifier, registry),
        },
        { provide: APP_GUARD, useClass: AccessGuard },
        { provide: APP_FILTER, useClass: ProblemFilter },
        { provide: APP_PIPE, useFactory: validationPipe },
      ],
      exports: [
        AccessRefusals,
        InternalChannel,
        InternalTokenSigner,
        InternalTokenVerifier,
        KeyFile,
        Metrics,
      ],
    };
  }
}
