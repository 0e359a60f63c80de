import { GATHERED_CALLS } from '../gathered/gathered-calls.rules.ts';
import { describeGathered } from './describe-gathered.ts';
import { mergeDocuments } from './merge-documents.ts';

const [[path, call]] = Object.entries(GATHERED_CALLS) as [[string, (typeof GATHERED_CALLS)[string]]];
const [[name, part]] = Object.entries(call.parts) as [[string, string]];
const schema = { $ref: '#/components/schemas/Nodes' };
const service = {
  paths: { [part]: { get: { responses: { 200: { content: { 'application/json': { schema } } } } } } },
};

it('says of each part what its own call answers, or why not', () => {
  expect(mergeDocuments({ service, gateway: describeGathered({ service }) })).toMatchObject({
    paths: {
      [path]: {
        get: {
          operationId: call.operationId,
          'x-palisade-access': call.access,
          responses: {
            200: {
              content: {
                'application/json': {
                  schema: {
                    required: Object.keys(call.parts),
                    properties: {
                      [name]: {
                        properties: { data: schema, problem: { $ref: '#/components/schemas/Problem' } },
                      },
                    },
                  },
                },
              },
            },
            401: { $ref: '#/components/responses/UnauthenticatedRefusal' },
            403: { $ref: '#/components/responses/ForbiddenRefusal' },
          },
        },
      },
    },
  });
});
