import fc from 'fast-check';
import { z } from 'zod';
import { type Harness, startHarness } from './test/harness.ts';

const schemaSchema = z.looseObject({ properties: z.record(z.string(), z.unknown()).optional() });
const documentSchema = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.looseObject({
        operationId: z.string(),
        parameters: z.array(z.looseObject({ name: z.string(), in: z.string() })).optional(),
        requestBody: z
          .looseObject({
            content: z.looseObject({
              'application/json': z.looseObject({ schema: z.looseObject({ $ref: z.string() }) }),
            }),
          })
          .optional(),
      }),
    ),
  ),
  components: z.object({ schemas: z.record(z.string(), schemaSchema) }),
});

/** These routes end what the following calls need. */
const ENDING = new Set(['logout', 'deleteAccount', 'revokeSession', 'revokeOtherSessions', 'deactivateUser']);
const CALLS = 300;

const strangeText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '',
    ' ',
    '\0',
    '\ud800',
    '%',
    "' OR 1=1--",
    'a'.repeat(3_000),
    'a@b.example',
    '123456',
    '\r\nX: y',
  ),
);
const strangeValue = fc.oneof(
  strangeText,
  fc.constantFrom(null, true, false, 0, -1, 1e308, 2 ** 53, [], {}, [''], { a: 1 }),
  fc.jsonValue({ maxDepth: 2 }),
);

describe('whatever strangers send', () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await startHarness();
  });
  afterAll(() => harness.stop());

  it('is never an error of ours', async () => {
    const response = await fetch(`http://127.0.0.1:${harness.httpPort}/openapi.json`);
    const { paths, components } = documentSchema.parse(await response.json());
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, operation]) => !ENDING.has(operation.operationId))
        .map(([method, operation]) => {
          const ref = operation.requestBody?.content['application/json'].schema.$ref.split('/').at(-1) ?? '';
          return {
            method: method.toUpperCase(),
            path: path.replace('/api', ''),
            query: (operation.parameters ?? []).filter((p) => p.in === 'query').map((p) => p.name),
            fields: Object.keys(components.schemas[ref]?.properties ?? {}),
          };
        }),
    );
    const admin = await harness.makeAdmin(await harness.register());
    const failures: string[] = [];
    let calls = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...operations),
        fc.array(strangeValue, { minLength: 8, maxLength: 8 }),
        fc.oneof(fc.constant('0190a3b4-0000-7000-8000-000000000001'), strangeText),
        fc.boolean(),
        async (operation, values, id, wellFormed) => {
          calls++;
          const query = operation.query.map((name, i) => {
            const value = String(values[i % values.length]).toWellFormed();
            return `${name}=${encodeURIComponent(value)}`;
          });
          const path = `${operation.path.replace('{id}', encodeURIComponent(id.toWellFormed()))}?${query.join('&')}`;
          const body = wellFormed
            ? Object.fromEntries(operation.fields.map((name, i) => [name, values[i % values.length]]))
            : values[0];
          const sent = operation.method === 'GET' ? undefined : body;
          const answer = await harness.call(operation.method, path, admin, sent);
          if (answer.status >= 500) {
            failures.push(`${answer.status} ${operation.method} ${path} ${JSON.stringify(sent)}`);
          }
        },
      ),
      { numRuns: CALLS, seed: 20_260_101, endOnFailure: true },
    );
    expect(failures).toEqual([]);
    expect(calls).toBe(CALLS);
  });
});
