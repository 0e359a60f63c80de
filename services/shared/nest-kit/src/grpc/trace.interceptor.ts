import { type Metadata, type ServerUnaryCall, status } from '@grpc/grpc-js';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { Observable, tap } from 'rxjs';
import { grpcStatusOf } from '../errors/domain-error.ts';
import { type NewSpan, type OpenSpan, openSpan } from '../tracing/spans.ts';
import { runIn, runInTrace } from '../tracing/trace-scope.ts';

/** The key of W3C Trace Context, in metadata as in HTTP. */
export const TRACEPARENT = 'traceparent';

/** Status codes that count as the server's failure, by OpenTelemetry's conventions; others are the caller's. */
const FAILURES: ReadonlySet<status> = new Set([
  status.UNKNOWN,
  status.DEADLINE_EXCEEDED,
  status.UNIMPLEMENTED,
  status.INTERNAL,
  status.UNAVAILABLE,
  status.DATA_LOSS,
]);

/** @param method with its service: `palisade.auth.v1.AuthService/CountUsers` */
export const rpcSpan = (kind: 'client' | 'server', method: string): NewSpan => ({
  kind,
  name: method,
  attributes: { 'rpc.system.name': 'grpc', 'rpc.method': method },
});

/** Handles a call from another service in the trace that it names. */
@Injectable()
export class TraceInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const given = context.switchToRpc().getContext<Metadata>().get(TRACEPARENT)[0];
    const traceparent = typeof given === 'string' ? given : undefined;
    const call = context.getArgByIndex<ServerUnaryCall<unknown, unknown>>(2);
    return new Observable((subscriber) =>
      runInTrace(traceparent, () => {
        const open = openSpan(rpcSpan('server', call.getPath().slice(1)));
        if (open === null) return next.handle().subscribe(subscriber);
        const ends = {
          error: (error: unknown) => ended(open, grpcStatusOf(error)),
          complete: () => ended(open, status.OK),
        };
        return runIn(open.trace, () => next.handle().pipe(tap(ends)).subscribe(subscriber));
      }),
    );
  }
}

function ended(open: OpenSpan, code: status): void {
  open.set({ 'rpc.response.status_code': status[code] });
  if (FAILURES.has(code)) open.fail(status[code]);
  open.end();
}
