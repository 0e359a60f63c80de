import { ACCESS_EXTENSION, describeRefusals } from '@palisade/nest-kit';
import { GATHERED_CALLS, type GatheredCall } from '../gathered/gathered-calls.rules.ts';

type Parts = Readonly<Record<string, { paths?: Record<string, unknown> }>>;
type Described = Parameters<typeof describeRefusals>[0];

interface Answers {
  get?: { responses?: { 200?: { content?: { 'application/json'?: { schema?: object } } } } };
}

/** Describes the combined calls, from the services' descriptions of their parts. */
export function describeGathered(services: Parts): { paths: Record<string, unknown> } {
  const described = new Map(
    Object.values(services).flatMap(({ paths = {} }) => Object.entries(paths) as [string, Answers][]),
  );
  const answerOf = (call: string) =>
    described.get(call.replace(/\?.*/, ''))?.get?.responses?.[200]?.content?.['application/json']?.schema;
  return {
    paths: Object.fromEntries(
      Object.entries(GATHERED_CALLS).map(([path, call]) => [path, { get: operationOf(call, answerOf) }]),
    ),
  };
}

/** @param answerOf undefined for a service that is not known yet */
function operationOf(call: GatheredCall, answerOf: (part: string) => object | undefined): object {
  const properties = Object.fromEntries(
    Object.entries(call.parts).map(([name, part]) => [
      name,
      {
        type: 'object',
        properties: {
          data: answerOf(part) ?? {},
          problem: { $ref: '#/components/schemas/Problem' },
        },
        additionalProperties: false,
      },
    ]),
  );
  const operation = {
    operationId: call.operationId,
    description: call.description,
    tags: [call.tag],
    parameters: [],
    security: [{ bearer: [] }],
    [ACCESS_EXTENSION]: call.access,
    responses: {
      200: {
        description: '',
        content: {
          'application/json': {
            schema: {
              type: 'object',
              properties,
              required: Object.keys(properties),
              additionalProperties: false,
            },
          },
        },
      },
    },
  };
  describeRefusals(operation as unknown as Described);
  return operation;
}
