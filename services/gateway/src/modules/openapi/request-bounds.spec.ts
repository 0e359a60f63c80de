import { readFileSync } from 'node:fs';
import path from 'node:path';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

interface Operation {
  readonly parameters?: readonly { name: string; schema: Schema }[];
  readonly requestBody?: { content: Readonly<Record<string, { schema: Schema }>> };
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** Formats that are checked, and of one length or nearly. */
const SHORT_FORMATS = new Set(['uuid', 'date', 'date-time']);
const ENDLESS = /(?<!\\)[*+]|\{\d+,\}/;

/** Whether a pattern holds the whole text and repeats nothing without end; what stands in brackets repeats nothing. */
function endsSomewhere(pattern: string): boolean {
  const outside = pattern.replace(/\[(?:\\.|[^\]\\])*\]/g, 'x');
  return /^\^.*\$$/s.test(pattern) && !ENDLESS.test(outside);
}

const isOf = (schema: Schema, type: string) => [schema.type].flat().includes(type);

function isShort(schema: Schema): boolean {
  return (
    schema.maxLength !== undefined ||
    schema.enum !== undefined ||
    schema.const !== undefined ||
    SHORT_FORMATS.has(schema.format ?? '') ||
    (schema.pattern !== undefined && endsSomewhere(schema.pattern)) ||
    (schema.allOf ?? []).some(isShort)
  );
}

/** Places in which a client may send as much as it likes. */
function unboundedPlaces(document: Document): string[] {
  const found = new Set<string>();
  const seen = new Set<string>();
  const walk = (schema: Schema, place: string, within: boolean): void => {
    if (schema.$ref !== undefined) {
      const name = schema.$ref.split('/').at(-1)!;
      if (seen.has(name)) return;
      seen.add(name);
      walk(document.components.schemas[name]!, name, false);
      return;
    }
    const isBounded = within || isShort(schema);
    if (isOf(schema, 'string') && !isBounded) found.add(place);
    if (isOf(schema, 'array') && schema.maxItems === undefined && !within) found.add(`${place}[]`);
    // Every part of `allOf` holds for the same text; of the others one does.
    for (const part of schema.allOf ?? []) walk(part, place, isBounded);
    for (const part of [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])])
      walk(part, place, schema.maxLength !== undefined);
    for (const [name, part] of Object.entries(schema.properties ?? {})) walk(part, `${place}.${name}`, false);
    if (schema.items !== undefined) walk(schema.items, `${place}[]`, false);
    if (typeof schema.additionalProperties === 'object')
      walk(schema.additionalProperties, `${place}.*`, false);
  };
  for (const [route, operations] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(operations)) {
      for (const { name, schema } of operation.parameters ?? [])
        walk(schema, `${method} ${route} ?${name}`, false);
      for (const { schema } of Object.values(operation.requestBody?.content ?? {}))
        walk(schema, `${method} ${route}`, false);
    }
  return [...found].sort();
}

const asRequest = (schema: Schema): Document => ({
  paths: { '/x': { post: { requestBody: { content: { 'application/json': { schema } } } } } },
  components: { schemas: {} },
});

describe('what clients may send', () => {
  it('is bounded in every text and list of the API', () => {
    const file = path.resolve(import.meta.dirname, '../../../../../frontend/openapi.json');
    const document = JSON.parse(readFileSync(file, 'utf8')) as Document;
    expect(Object.keys(document.paths).length).toBeGreaterThan(100);
    expect(unboundedPlaces(document)).toEqual([]);
  });

  it.each<[string, Schema, string[]]>([
    ['a text', { type: 'string' }, ['post /x']],
    ['a text with a length', { type: 'string', maxLength: 5 }, []],
    ['a pattern that repeats', { type: 'string', pattern: '^/.*$' }, ['post /x']],
    ['a pattern without an end', { type: 'string', pattern: '^a{2}' }, ['post /x']],
    ['a pattern of one length', { type: 'string', pattern: '^[a+*]{1,64}$' }, []],
    ['parts, one of which is short', { allOf: [{ type: 'string' }, { type: 'string', maxLength: 5 }] }, []],
    ['choices, one of which is not', { anyOf: [{ enum: [''] }, { type: 'string' }] }, ['post /x']],
    ['a list', { type: 'array', items: { type: 'string', maxLength: 5 } }, ['post /x[]']],
    ['values of a map', { additionalProperties: { type: 'string' } }, ['post /x.*']],
  ])('is judged for %s', (_, schema, places) => {
    expect(unboundedPlaces(asRequest(schema))).toEqual(places);
  });
});
