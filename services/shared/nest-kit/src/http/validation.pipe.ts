import { type ArgumentMetadata, StandardSchemaValidationPipe } from '@nestjs/common';
import { z } from 'zod';
import { DomainError } from '../errors/domain-error.ts';
import { unknownFields } from './unknown-fields.ts';

type Issue = { message: string; path?: readonly unknown[] | undefined; code?: string };

/** Validates what handlers declare with `@Body({ schema })` and its like; a failure is 422 with one entry per field. */
export function validationPipe(): StandardSchemaValidationPipe {
  return new ValidationPipe({ transform: true, exceptionFactory: refusal });
}

class ValidationPipe extends StandardSchemaValidationPipe {
  /** A body with a field that nothing reads is refused; further parameters of an address are anybody's. */
  override async transform<T = unknown>(value: T, metadata: ArgumentMetadata): Promise<T> {
    const { type, schema } = metadata;
    if (type === 'body' && schema instanceof z.core.$ZodType) {
      this.stripProtoKeys(value as never);
      const unknown = unknownFields(schema, value);
      if (unknown.length > 0) {
        const { issues = [] } = await this.validate(value, schema);
        // Strict objects report unknown fields, too, without their paths.
        const others = issues.filter((issue: Issue) => issue.code !== 'unrecognized_keys');
        throw refusal([...others, ...unknown]);
      }
    }
    return super.transform(value, metadata);
  }
}

function refusal(issues: readonly Issue[]): DomainError {
  const fields = issues.slice(0, 50).map((issue) => ({ path: dotted(issue), message: issue.message }));
  const detail = fields.map((field) => (field.path ? `${field.path}: ${field.message}` : field.message));
  return new DomainError('unprocessable', 'validation_failed', detail.slice(0, 5).join('; '), { fields });
}

function dotted(issue: Issue): string {
  return (issue.path ?? [])
    .map((segment) =>
      String(typeof segment === 'object' && segment !== null && 'key' in segment ? segment.key : segment),
    )
    .join('.');
}
