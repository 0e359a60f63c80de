import type { Metadata } from '@grpc/grpc-js';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { Observable } from 'rxjs';
import { runInTrace } from '../logging/trace-scope.ts';

/** The key of W3C Trace Context, in metadata as in HTTP. */
export const TRACEPARENT = 'traceparent';

/** Handles a call from another service in the trace that it names. */
@Injectable()
export class TraceInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const given = context.switchToRpc().getContext<Metadata>().get(TRACEPARENT)[0];
    const traceparent = typeof given === 'string' ? given : undefined;
    return new Observable((subscriber) => runInTrace(traceparent, () => next.handle().subscribe(subscriber)));
  }
}
