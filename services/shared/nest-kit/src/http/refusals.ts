import { applyDecorators } from '@nestjs/common';
import { ApiResponse, type OpenAPIObject } from '@nestjs/swagger';
import { ERROR_KINDS, type ErrorKind } from '../errors/domain-error.ts';
import { ACCESS_EXTENSION, type Access } from '../identity/access.ts';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;

const MEANINGS: Readonly<Record<ErrorKind, string>> = {
  invalid: 'The request cannot be read, or is not valid.',
  unauthenticated: 'Not signed in, or the token is invalid or expired.',
  payment_required: 'Not included in the plan.',
  forbidden:
    'Not allowed for this user, or for this API key. `reauthentication_required`: POST /api/auth/reauthenticate first.',
  not_found: 'Not found, or not the caller’s.',
  conflict: 'Not possible in the current state.',
  too_large: 'The request is too large.',
  unprocessable: 'A value is missing or wrong; `errors` names the fields.',
  too_many: 'Too many calls; `Retry-After` says when to try again.',
  upstream: 'Another service failed; `detail` says which.',
  unavailable: 'Part of the system is not available right now.',
};

/** The HTTP server's own refusals, before any code of ours. */
const NOT_JSON = 'unsupported';
const ADDRESS_TOO_LONG = 'address_too_long';
const SERVERS_OWN = {
  [NOT_JSON]: 'The body is not valid JSON.',
  [ADDRESS_TOO_LONG]: 'The URI is too long.',
};

/** Everything that a call can be refused with, for `components.responses`. All refusals look alike. */
export const REFUSALS: Readonly<Record<string, object>> = Object.fromEntries(
  Object.entries({ ...MEANINGS, ...SERVERS_OWN }).map(([kind, description]) => [
    componentName(kind),
    {
      description,
      content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    },
  ]),
);

/** Refusals of one route's own, besides those that follow from its access and its input. */
export const Refuses = (...kinds: ErrorKind[]) =>
  applyDecorators(
    ...kinds.map((kind) => ApiResponse({ status: ERROR_KINDS[kind].http, description: MEANINGS[kind] })),
  );

/** Writes down every way in which a call can be refused. */
export function describeRefusals(operation: Operation): void {
  const { responses } = operation;
  const own = KINDS.filter((kind) => responses[ERROR_KINDS[kind].http] !== undefined);
  for (const kind of [...own, ...impliedBy(operation)]) {
    responses[ERROR_KINDS[kind].http] = reference(kind);
  }
  if (operation.requestBody) responses['415'] = reference(NOT_JSON);
  if (hasPathParameters(operation)) responses['414'] = reference(ADDRESS_TOO_LONG);
}

const KINDS = Object.keys(ERROR_KINDS) as ErrorKind[];
const reference = (kind: string) => ({ $ref: `#/components/responses/${componentName(kind)}` });

/** not_found → NotFoundRefusal */
function componentName(kind: string): string {
  return `${kind.replaceAll(/(?:^|_)([a-z])/g, (_all, letter: string) => letter.toUpperCase())}Refusal`;
}

function impliedBy(operation: Operation): ErrorKind[] {
  const access = (operation as { [ACCESS_EXTENSION]?: Access })[ACCESS_EXTENSION];
  const hasBody = operation.requestBody !== undefined;
  const hasInput = hasBody || (operation.parameters ?? []).length > 0;
  return [
    ...(access !== undefined && access.level !== 'public' ? (['unauthenticated', 'forbidden'] as const) : []),
    ...(hasPathParameters(operation) ? (['not_found'] as const) : []),
    ...(hasBody ? (['too_large'] as const) : []),
    ...(hasInput ? (['invalid', 'unprocessable'] as const) : []),
    'too_many',
    'unavailable',
  ];
}

const hasPathParameters = ({ parameters = [] }: Operation): boolean =>
  (parameters as { in?: string }[]).some((parameter) => parameter.in === 'path');
