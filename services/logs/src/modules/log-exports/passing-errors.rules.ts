import { DomainError, type ErrorKind } from '@palisade/nest-kit';

const PASSING: ReadonlySet<ErrorKind> = new Set(['unavailable', 'upstream', 'too_many']);

/** A search that takes too long takes as long the next time. */
const LASTING_CODE = 'search_too_slow';

/** Errors of an unavailable or busy dependency, which are no failure of the export. */
export const isPassing = (error: unknown): boolean =>
  error instanceof DomainError && PASSING.has(error.kind) && error.code !== LASTING_CODE;
