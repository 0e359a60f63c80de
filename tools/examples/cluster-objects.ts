import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';

const root = path.resolve(import.meta.dirname, '../..');
const GROUP = 'palisade.internal/';

interface ClusterObject {
  apiVersion?: string;
  kind?: string;
}
type Schema = Record<string, unknown> & { properties?: Record<string, Schema>; items?: Schema };

const documentsOf = (text: string): ClusterObject[] =>
  parseAllDocuments(text).map((document) => document.toJS() as ClusterObject);

/** Objects of our own kinds, as a cluster takes them. */
export const isOurs = (text: string): boolean =>
  documentsOf(text).every(({ apiVersion }) => apiVersion?.startsWith(GROUP) === true);

/** A cluster leaves out what its schema does not know; an example has nothing of that kind. */
function closed(schema: Schema): Schema {
  if (schema.items !== undefined) return { ...schema, items: closed(schema.items) };
  if (schema.properties === undefined) return schema;
  const properties = Object.fromEntries(
    Object.entries(schema.properties).map(([name, part]) => [name, closed(part)]),
  );
  return { ...schema, properties, additionalProperties: false };
}

function schemas(): ReadonlyMap<string, z.ZodType> {
  const text = readFileSync(path.join(root, 'k8s/components/sites/crds.yaml'), 'utf8');
  return new Map(
    parseAllDocuments(text).map((document) => {
      const { spec } = document.toJS() as {
        spec: { names: { kind: string }; versions: { schema: { openAPIV3Schema: Schema } }[] };
      };
      const { properties = {} } = spec.versions[0]!.schema.openAPIV3Schema;
      return [spec.names.kind, z.fromJSONSchema(closed(properties.spec!) as never)];
    }),
  );
}

/** What its custom resource definition does not take. */
export function wrongInObjects(text: string): string[] {
  const ofKind = schemas();
  return documentsOf(text).flatMap((object) => {
    const schema = ofKind.get(object.kind ?? '');
    if (schema === undefined) return [`kind ${object.kind}`];
    const { error } = schema.safeParse((object as { spec?: unknown }).spec);
    return (error?.issues ?? []).map(
      (issue) => `${object.kind} spec.${issue.path.join('.')}: ${issue.message}`,
    );
  });
}
