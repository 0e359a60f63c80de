import type { LoggerService } from '@nestjs/common';
import { type DestinationStream, type Logger, pino } from 'pino';
import { currentTraceId } from '../tracing/trace-scope.ts';
import { logOutput } from './log-output.ts';
import { requestScope } from './request-scope.ts';

/** Fields that may hold a secret are cut out wherever they appear in a log line. */
const SECRET_PATHS = ['password', 'token', 'secret', 'authorization', 'parameters'].flatMap((name) => [
  name,
  `*.${name}`,
  `*.*.${name}`,
]);

/** Nest's logger as JSON lines on standard output, each with the service, and with the ids of the request and the trace that it belongs to. */
export class JsonLogger implements LoggerService {
  private readonly pino: Logger;

  /** @param destination standard output unless a test reads along */
  constructor(service: string, level: string, destination: DestinationStream = logOutput()) {
    const options = {
      level,
      base: { service },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: SECRET_PATHS, censor: '[redacted]' },
      formatters: { level: (label: string) => ({ level: label }) },
      mixin: () => {
        const scope = requestScope.getStore();
        const traceId = currentTraceId();
        return {
          ...(scope !== undefined && { request_id: scope.requestId }),
          ...(traceId !== undefined && { trace_id: traceId }),
        };
      },
    };
    this.pino = pino(options, destination);
  }

  log(message: unknown, ...rest: unknown[]): void {
    this.write('info', message, rest);
  }
  error(message: unknown, ...rest: unknown[]): void {
    this.write('error', message, rest);
  }
  warn(message: unknown, ...rest: unknown[]): void {
    this.write('warn', message, rest);
  }
  debug(message: unknown, ...rest: unknown[]): void {
    this.write('debug', message, rest);
  }
  verbose(message: unknown, ...rest: unknown[]): void {
    this.write('trace', message, rest);
  }
  fatal(message: unknown, ...rest: unknown[]): void {
    this.write('fatal', message, rest);
  }

  /** Nest passes the context last; an object as message carries fields, and the text then comes second. */
  private write(
    level: 'info' | 'error' | 'warn' | 'debug' | 'trace' | 'fatal',
    message: unknown,
    rest: unknown[],
  ): void {
    const context = typeof rest.at(-1) === 'string' ? (rest.pop() as string) : undefined;
    if (message instanceof Error) {
      this.pino[level]({ err: message, context });
    } else if (typeof message === 'object' && message !== null) {
      this.pino[level]({ ...message, context }, rest.map(String).join(' '));
    } else {
      this.pino[level](
        { context, ...(rest.length > 0 && { detail: rest.map(String).join(' ') }) },
        String(message),
      );
    }
  }
}
