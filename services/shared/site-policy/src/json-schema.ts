// The JSON schema of policy files. Apart from the rest, for browsers have no use for it.
import * as z from 'zod/mini';
import { originFields, policyFields } from './groups/index.ts';
import type { Fields } from './model/field.ts';
import { POLICY_SCHEMA_PATH, policyFileSchema } from './policy-file.ts';

interface Schema {
  properties: Record<string, Schema>;
  [member: string]: unknown;
}

/** What editors check a policy file by, and complete in it. Draft 7: what YAML's language servers know. */
export function policyFileJsonSchema(): object {
  const schema = z.toJSONSchema(policyFileSchema, { target: 'draft-7', io: 'input' }) as unknown as Schema;
  const { originConfig, policyConfig } = schema.properties;
  explain(originConfig!, originFields);
  explain(policyConfig!, policyFields);
  const { $schema, ...members } = schema;
  return {
    $schema,
    $id: POLICY_SCHEMA_PATH,
    title: 'Policy of a site behind Palisade',
    ...members,
  };
}

/** The words that the forms have for them. */
function explain(section: Schema, fields: Fields): void {
  for (const [name, { label, switch: words, default: value }] of Object.entries(fields)) {
    const property = section.properties[name]!;
    section.properties[name] = {
      title: label,
      ...(words === undefined ? {} : { description: words.description }),
      ...property,
      ...(value === '' ? {} : { default: value }),
    };
  }
}
