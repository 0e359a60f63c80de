import { built } from './markdown.mjs';

/** What the SPA's build publishes at /schemas: the JSON schema of policy files. */
export async function policySchema() {
  const { policyFileJsonSchema } = await built('services/shared/site-policy/dist/json-schema.js');
  return `${JSON.stringify(policyFileJsonSchema(), null, 2)}\n`;
}
