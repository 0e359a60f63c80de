import { built } from './markdown.mjs';

/** The JSON schema of policy files: what the SPA's build publishes at /schemas, and what the Terraform provider makes its attributes of. */
export async function policySchema() {
  const { policyFileJsonSchema } = await built('services/shared/site-policy/dist/json-schema.js');
  return `${JSON.stringify(policyFileJsonSchema(), null, 2)}\n`;
}
