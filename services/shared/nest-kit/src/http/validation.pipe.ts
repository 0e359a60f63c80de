import { StandardSchemaValidationPipe } from '@nestjs/common';
import { DomainError } from '../errors/domain-error.ts';

type Issue = { message: string; path?: readonly unknown[] | undefined };

/** Validates what handlers declare with `@Body({ schema })` and its like; a failure is 422 with one entry per field. */
export function validationPipe(): StandardSchemaValidationPipe {
  return new StandardSchemaValidationPipe({
    transform: true,
    exceptionFactory: (issues: readonly Issue[]) => {
      const fields = issues.slice(0, 50).map((issue) => ({ path: dotted(issue), message: issue.message }));
      const detail = fields.map((field) => (field.path ? `${field.path}: ${field.message}` : field.message));
      return new DomainError('unprocessable', 'validation_failed', detail.slice(0, 5).join('; '), { fields });
    },
  });
}

function dotted(issue: Issue): string {
  return (issue.path ?? [])
    .map((segment) =>
      String(typeof segment === 'object' && segment !== null && 'key' in segment ? segment.key : segment),
    )
    .join('.');
}
