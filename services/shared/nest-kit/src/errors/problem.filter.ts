import { type ArgumentsHost, Catch, type ExceptionFilter, Logger } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from './domain-error.ts';
import { problemOf } from './problem-of.ts';

/** Turns whatever a handler threw into application/problem+json. What was not meant for clients stays in the log. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  private readonly logger = new Logger(ProblemFilter.name);

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    sendProblem(error, request, http.getResponse<FastifyReply>(), (unexpected) =>
      this.logger.error({ err: unexpected, request_id: request.id }, 'unexpected error'),
    );
  }
}

/** Answers with what a client may know of an error; `log` hears of those that nobody meant to happen. */
export function sendProblem(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  log: (error: unknown) => void,
): void {
  const { problem, unexpected } = problemOf(error, String(request.id));
  if (unexpected) log(error);
  if (error instanceof DomainError && error.options.retryAfter !== undefined) {
    void reply.header('retry-after', String(Math.ceil(error.options.retryAfter)));
  }
  if (problem.status === 401) {
    void reply.header('www-authenticate', 'Bearer');
  }
  void reply.status(problem.status).type('application/problem+json').send(JSON.stringify(problem));
}
