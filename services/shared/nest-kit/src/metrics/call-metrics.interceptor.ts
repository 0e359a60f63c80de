import type { ServerUnaryCall } from '@grpc/grpc-js';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { type Observable, tap } from 'rxjs';
import { grpcStatusOf } from '../errors/domain-error.ts';
import { durationsOf } from './durations.ts';
import { Metrics } from './metrics.ts';

const OK = 0;

/** Measures each gRPC call that was let in. */
@Injectable()
export class CallMetricsInterceptor implements NestInterceptor {
  private readonly durations: ReturnType<typeof durationsOf<'rpc'>>;

  constructor({ registry }: Metrics) {
    this.durations = durationsOf(registry, 'rpc');
  }

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const begin = performance.now();
    const method = context.getArgByIndex<ServerUnaryCall<unknown, unknown>>(2).getPath().slice(1);
    const ended = (code: number) =>
      this.durations.observe(
        { rpc_method: method, rpc_response_status_code: String(code) },
        performance.now() - begin,
      );
    return next.handle().pipe(
      tap({
        error: (error: unknown) => ended(grpcStatusOf(error)),
        complete: () => ended(OK),
      }),
    );
  }
}
