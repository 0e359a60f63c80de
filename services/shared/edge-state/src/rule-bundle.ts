import { ruleReleaseNameSchema } from '@palisade/site-policy';
import { z } from 'zod';
import { EdgeStateError } from './errors.ts';
import type { TrustedKeys } from './keys.ts';
import { isSigned, type SigningKey, TextSigner } from './signed-text.ts';

/** OWASP CRS has some 60 files of 2 MB together. */
const MAX_FILES = 500;
export const MAX_BUNDLE_BYTES = 16 * 1024 * 1024;

const bundleSchema = z.object({
  /** No other signed text is taken for one. */
  kind: z.literal('rule-release'),
  name: ruleReleaseNameSchema,
  /** When it was put together, for people. */
  madeAtMs: z.number(),
  /** By name, in base64: `setup.conf`, `*.conf`, and what these read. No folders. */
  files: z
    .record(z.string().regex(/^[\w.-]{1,200}$/), z.base64())
    .refine((files) => Object.keys(files).length <= MAX_FILES, `has more than ${MAX_FILES} files`),
});
export type RuleBundle = Omit<z.infer<typeof bundleSchema>, 'kind' | 'name'> & { name: string };

const envelopeSchema = z.object({ payload: z.string(), keyId: z.string(), signature: z.string() });

/** A rule release as one signed text: it may come by any way, such as an object storage. */
export function signRuleBundle(bundle: RuleBundle, key: SigningKey): string {
  const payload = JSON.stringify(bundleSchema.parse({ kind: 'rule-release', ...bundle }));
  return JSON.stringify({ payload, ...new TextSigner(key).sign(payload) });
}

/** Errors: `rule_bundle_malformed`, `rule_bundle_bad_signature`. */
export function verifyRuleBundle(text: string, keys: TrustedKeys): RuleBundle {
  if (text.length > MAX_BUNDLE_BYTES) throw new EdgeStateError('rule_bundle_malformed', 'too large');
  const envelope = parse(envelopeSchema, text);
  if (!isSigned(envelope.payload, envelope, keys)) {
    throw new EdgeStateError('rule_bundle_bad_signature', 'not signed by a key that this edge trusts');
  }
  const { kind: _kind, ...bundle } = parse(bundleSchema, envelope.payload);
  return bundle as RuleBundle;
}

function parse<T>(schema: z.ZodType<T>, text: string): T {
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    throw new EdgeStateError('rule_bundle_malformed', 'not a rule release', cause);
  }
}
