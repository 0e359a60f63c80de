import type { DescService } from '@bufbuild/protobuf';
import { Metadata, type ServerUnaryCall, status } from '@grpc/grpc-js';
import {
  type ArgumentsHost,
  applyDecorators,
  type CanActivate,
  Catch,
  type ExceptionFilter,
  type ExecutionContext,
  Injectable,
  Logger,
  UseFilters,
  UseGuards,
  UseInterceptors,
} from '@nestjs/common';
import { type GrpcOptions, Transport } from '@nestjs/microservices';
import { mayCall } from '@palisade/contracts';
import { type Observable, throwError } from 'rxjs';
import { DomainError, ERROR_KINDS } from '../errors/domain-error.ts';
import { AccessRefusals } from '../identity/access-refusals.ts';
import { type Caller, IDENTITY_HEADER } from '../identity/identity.ts';
import { InternalTokenVerifier } from '../identity/internal-tokens.ts';
import { CallMetricsInterceptor } from '../metrics/call-metrics.interceptor.ts';
import { InternalChannel } from './channel.ts';
import { packageDefinition } from './definitions.ts';
import { TraceInterceptor } from './trace.interceptor.ts';

const MAX_CONNECTION_AGE_MS = 5 * 60_000;

/** Options for `app.connectMicroservice`: serves these contracts on `address` (host:port). */
export function grpcServer(
  address: string,
  channel: InternalChannel,
  ...services: readonly DescService[]
): GrpcOptions {
  return {
    transport: Transport.GRPC,
    options: {
      url: address,
      credentials: channel.server(),
      package: [...new Set(services.map((service) => service.file.proto.package))],
      packageDefinition: packageDefinition(...services),
      maxReceiveMessageLength: 4 * 1024 * 1024,
      // A connection keeps the certificate that it began with: connections are renewed before a replaced one is
      // removed.
      channelOptions: {
        'grpc.max_connection_age_ms': MAX_CONNECTION_AGE_MS,
        'grpc.max_connection_age_grace_ms': 10_000,
      },
      gracefulShutdown: true,
    },
  };
}

/** Only services call services, each the methods that `GRPC_CALLERS` lets it; a visitor's identity opens nothing here. */
@Injectable()
export class ServiceCallGuard implements CanActivate {
  constructor(
    private readonly tokens: InternalTokenVerifier,
    private readonly channel: InternalChannel,
    private readonly refusals: AccessRefusals,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const call = context.getArgByIndex<ServerUnaryCall<unknown, unknown>>(2);
    const token = context.switchToRpc().getContext<Metadata>().get(IDENTITY_HEADER)[0];
    const caller = typeof token === 'string' ? await this.tokens.verify(token).catch(() => null) : null;
    try {
      return this.admit(caller, call);
    } catch (error) {
      if (error instanceof DomainError) {
        const peer = call.getPeer();
        this.refusals.note({ code: error.code, route: call.getPath(), caller, peer });
      }
      throw error;
    }
  }

  private admit(caller: Caller | null, call: ServerUnaryCall<unknown, unknown>): true {
    if (caller?.kind !== 'service') {
      throw new DomainError('unauthenticated', 'service_token_required', 'a service token is required');
    }
    if (!this.channel.isOf(caller.service, call.getAuthContext().sslPeerCertificate)) {
      throw new DomainError('unauthenticated', 'token_of_another', 'the token is another service’s');
    }
    const path = call.getPath();
    if (!mayCall(caller.service, path)) {
      throw new DomainError(
        'forbidden',
        'method_not_for_caller',
        `${caller.service} has no business with ${path}`,
      );
    }
    return true;
  }
}

@Catch()
export class GrpcErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger(GrpcErrorFilter.name);

  catch(error: unknown, _host: ArgumentsHost): Observable<never> {
    const metadata = new Metadata();
    if (error instanceof DomainError) {
      metadata.set('code', error.code);
      return throwError(() => ({
        code: ERROR_KINDS[error.kind].grpc,
        details: error.detail,
        message: error.detail,
        metadata,
      }));
    }
    this.logger.error({ err: error }, 'unexpected error in a call from another service');
    return throwError(() => ({
      code: status.INTERNAL,
      details: 'internal error',
      message: 'internal error',
      metadata,
    }));
  }
}

/** On a controller whose methods are `@GrpcMethod`s: called by services only, errors with stable codes. */
export const ServiceCalls = () =>
  applyDecorators(
    UseGuards(ServiceCallGuard),
    UseInterceptors(TraceInterceptor, CallMetricsInterceptor),
    UseFilters(GrpcErrorFilter),
  );
