import * as z from 'zod/mini';
import { originShape, policyShape } from './site-policy.ts';

/** Where an installation publishes the file's JSON schema, for editors. */
export const POLICY_SCHEMA_PATH = '/schemas/site-policy.json';

/**
 * A site's policy as a file, kept with the code of its application. Fields have the API's names; what is left out stays as it
 * is on the site, and names that there are none of are refused, since a misspelled one would silently change nothing.
 */
export const policyFileSchema = z.strictObject({
  domain: z
    .string()
    .check(
      z.minLength(1, 'Please name the domain'),
      z.maxLength(253, 'This domain name is too long'),
      z.describe('The name that the domain was added with.'),
    ),
  version: z.optional(
    z
      .int('A version is a whole number')
      .check(
        z.minimum(1, 'A version is a whole number'),
        z.describe(
          'The version that this file was pulled at. If it is set, `apply` fails when somebody else has changed the site since.',
        ),
      ),
  ),
  originConfig: z.optional(z.partial(z.strictObject(originShape))),
  policyConfig: z.optional(z.partial(z.strictObject(policyShape))),
});
export type PolicyFile = z.infer<typeof policyFileSchema>;
