import { readFileSync } from 'node:fs';
import path from 'node:path';
import { curlExample, exampleOf } from '../docs/site/api-examples.mjs';

interface Schema {
  $ref?: string;
  oneOf?: Schema[];
  required?: string[];
  properties?: Record<string, unknown>;
}
interface Operation {
  operationId: string;
  requestBody?: { content: Record<string, { schema: Schema }> };
}
const document = JSON.parse(
  readFileSync(path.resolve(import.meta.dirname, '../frontend/openapi.json'), 'utf8'),
) as {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

const schemaOf = (schema: Schema): Schema =>
  schema.$ref ? document.components.schemas[schema.$ref.split('/').at(-1)!]! : schema;
const find = (operationId: string) => {
  for (const [address, methods] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(methods))
      if (operation.operationId === operationId) return { address, method, operation };
  throw new Error(`there is no ${operationId}`);
};
const withJson = Object.values(document.paths)
  .flatMap((methods) => Object.values(methods))
  .filter(({ requestBody }) => requestBody?.content['application/json'] !== undefined);

describe('examples of bodies in the reference of the API', () => {
  it.each(withJson.map((operation) => [operation.operationId, operation] as const))(
    '%s has what it has to have, and nothing that is not its own',
    (_, operation) => {
      const schema = schemaOf(operation.requestBody!.content['application/json']!.schema);
      const fits = ({ required = [], properties = {} }: Schema) => {
        const names = Object.keys(exampleOf(operation, document));
        return required.every((name) => names.includes(name)) && names.every((name) => name in properties);
      };
      expect((schema.oneOf ?? [schema]).some((one) => fits(schemaOf(one)))).toBe(true);
    },
  );
});

describe('a call as a command', () => {
  const command = (operationId: string) => curlExample(find(operationId), document);

  it('is with a key, a token or neither', () => {
    expect(command('listDomains')).toBe(
      'curl -sS --fail-with-body \\\n  -H "Authorization: Bearer $KEY" \\\n  "$API/api/domains"',
    );
    expect(command('listApiKeys')).toContain('$TOKEN');
    expect(command('listPlans')).not.toContain('Authorization');
  });

  it('names what it has to be asked for, and the places of its path', () => {
    expect(command('liftBan')).toContain('-X DELETE');
    expect(command('liftBan')).toContain('"$API/api/domains/$ID/bans?address=203.0.113.7"');
    expect(command('answerOwnershipRequest')).toContain('/ownership-requests/$REQUEST_ID"');
  });

  it('changes one thing where the rest stays', () => {
    expect(command('updateSitePolicy')).toContain(
      `-d '{"version":7,"policyConfig":{"mode":"DetectionOnly"}}'`,
    );
  });
});
