import { STATUS_CODES } from 'node:http';
import { HttpException } from '@nestjs/common';
import { DomainError, ERROR_KINDS } from './domain-error.ts';
import type { Problem } from './problem.ts';

export interface ErrorAnswer {
  problem: Problem;
  /** Nobody meant this to happen: it belongs in the log, and the client learns nothing of it. */
  unexpected: boolean;
}

/** The client's view of an error. Details that are not meant for clients are left out. */
export function problemOf(error: unknown, requestId: string): ErrorAnswer {
  const problem = (status: number, code: string, detail: string): Problem => ({
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail,
    code,
    request_id: requestId,
  });
  if (error instanceof DomainError) {
    return {
      problem: {
        ...problem(ERROR_KINDS[error.kind].http, error.code, error.detail),
        ...(error.options.fields && { errors: [...error.options.fields] }),
      },
      unexpected: false,
    };
  }
  if (error instanceof HttpException) {
    const status = error.getStatus();
    return { problem: problem(status, `http_${status}`, error.message), unexpected: false };
  }
  const status = clientErrorStatus(error);
  if (status !== null) {
    return {
      problem: problem(status, `http_${status}`, STATUS_CODES[status] ?? 'Bad request'),
      unexpected: false,
    };
  }
  const detail = 'Something went wrong on our side. Please try again.';
  return { problem: problem(500, 'internal_error', detail), unexpected: true };
}

/** Fastify's own refusals (bad JSON, body too large, …) carry a status code and are the client's doing. */
function clientErrorStatus(error: unknown): number | null {
  const status = (error as { statusCode?: unknown } | null)?.statusCode;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : null;
}
