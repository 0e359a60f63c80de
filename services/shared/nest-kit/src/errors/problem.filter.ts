import { STATUS_CODES } from 'node:http';
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Logger } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError, ERROR_KINDS } from './domain-error.ts';
import type { Problem } from './problem.ts';

/** Turns whatever a handler threw into application/problem+json. What was not meant for clients stays in the log. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  private readonly logger = new Logger('ProblemFilter');

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    const problem = this.describe(error, request);
    if (error instanceof DomainError && error.options.retryAfter !== undefined) {
      void reply.header('retry-after', String(Math.ceil(error.options.retryAfter)));
    }
    if (problem.status === 401) {
      void reply.header('www-authenticate', 'Bearer');
    }
    void reply.status(problem.status).type('application/problem+json').send(JSON.stringify(problem));
  }

  private describe(error: unknown, request: FastifyRequest): Problem {
    const problem = (status: number, code: string, detail: string): Problem => ({
      type: 'about:blank',
      title: STATUS_CODES[status] ?? 'Error',
      status,
      detail,
      code,
      request_id: String(request.id),
    });
    if (error instanceof DomainError) {
      return {
        ...problem(ERROR_KINDS[error.kind].http, error.code, error.detail),
        ...(error.options.fields && { errors: [...error.options.fields] }),
      };
    }
    if (error instanceof HttpException) {
      return problem(error.getStatus(), `http_${error.getStatus()}`, error.message);
    }
    const status = clientErrorStatus(error);
    if (status !== null) {
      return problem(status, `http_${status}`, STATUS_CODES[status] ?? 'Bad request');
    }
    this.logger.error({ err: error, request_id: request.id }, 'unexpected error');
    return problem(500, 'internal_error', 'Something went wrong on our side. Please try again.');
  }
}

/** Fastify's own refusals (bad JSON, body too large, …) carry a status code and are the client's doing. */
function clientErrorStatus(error: unknown): number | null {
  const status = (error as { statusCode?: unknown } | null)?.statusCode;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : null;
}
