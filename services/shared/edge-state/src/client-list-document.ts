import { createHash } from 'node:crypto';
import { z } from 'zod';
import { EdgeStateError } from './errors.ts';
import type { TrustedKeys } from './keys.ts';
import { type ListSet, readListSet } from './list-set.ts';
import { isSigned, type SigningKey, TextSigner } from './signed-text.ts';

/** How lists are called in policies' explanations and in the log. */
export const CLIENT_LIST_NAME = /^[a-z0-9][a-z0-9_-]{0,49}$/;

const headerSchema = z.object({
  /** No other signed text is taken for one. */
  kind: z.literal('client-list'),
  id: z.uuid(),
  /** Rises with every change; an edge refuses to go back. */
  version: z.int().min(1),
  /** The owner whose sites may use it; null: all sites, for the operator's lists. */
  ownerId: z.uuid().nullable(),
  name: z.string().regex(CLIENT_LIST_NAME),
  removed: z.boolean(),
  /** Of the part after the header. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type ClientListHeader = Omit<z.infer<typeof headerSchema>, 'kind' | 'sha256'>;

export interface ClientListDocument {
  header: ClientListHeader;
  set: ListSet;
}

const envelopeSchema = z.object({ payload: z.string(), keyId: z.string(), signature: z.string() });
const LF = 10;
const MAX_HEADER_BYTES = 4_096;
/** Alignment of the set that follows. */
const ALIGNMENT = 4;

/**
 * A list as edges take it: one line of JSON that is signed and knows the digest of the set behind it.
 * @param set as `ListSet` has it
 */
export function signClientList(header: ClientListHeader, set: Uint8Array, key: SigningKey): Buffer {
  const payload = JSON.stringify(
    headerSchema.parse({ kind: 'client-list', ...header, sha256: digestOf(set) }),
  );
  const line = JSON.stringify({ payload, ...new TextSigner(key).sign(payload) });
  const blanks = ' '.repeat((ALIGNMENT - ((line.length + 1) % ALIGNMENT)) % ALIGNMENT);
  return Buffer.concat([Buffer.from(`${line}${blanks}\n`), set]);
}

/** Errors: `client_list_malformed`, `client_list_bad_signature`, `list_set_malformed`. */
export function verifyClientList(document: Uint8Array, keys: TrustedKeys): ClientListDocument {
  const { envelope, set } = split(document);
  if (!isSigned(envelope.payload, envelope, keys))
    throw new EdgeStateError('client_list_bad_signature', 'not signed by a key that this edge trusts');
  const { kind: _kind, sha256, ...header } = parsed(headerSchema, envelope.payload);
  if (digestOf(set) !== sha256)
    throw new EdgeStateError('client_list_bad_signature', 'what follows the header is not what was signed');
  return { header, set: readListSet(set) };
}

/** One that has been verified before, and lay where nobody could change it since. */
export function openClientList(document: Uint8Array): ClientListDocument {
  const { envelope, set } = split(document);
  const { kind: _kind, sha256: _sha256, ...header } = parsed(headerSchema, envelope.payload);
  return { header, set: readListSet(set) };
}

function split(document: Uint8Array) {
  const end = document.subarray(0, MAX_HEADER_BYTES).indexOf(LF);
  if (end < 0) throw new EdgeStateError('client_list_malformed', 'it has no header');
  const line = Buffer.from(document.subarray(0, end)).toString('utf8');
  return { envelope: parsed(envelopeSchema, line), set: document.subarray(end + 1) };
}

function parsed<T>(schema: z.ZodType<T>, text: string): T {
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    throw new EdgeStateError('client_list_malformed', 'not a list', cause);
  }
}

const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
