import { DomainError, type ErrorKind } from '@palisade/nest-kit';

const PASSING: ReadonlySet<ErrorKind> = new Set(['unavailable', 'upstream', 'too_many']);

/** Something that an export needs is away or busy now: that is no failure of the export. */
export const isPassing = (error: unknown): boolean => error instanceof DomainError && PASSING.has(error.kind);
