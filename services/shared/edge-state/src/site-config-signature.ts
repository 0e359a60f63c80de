import { type KeyObject, sign, verify } from 'node:crypto';
import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import { edgeV1 } from '@palisade/contracts';
import { EdgeStateError } from './errors.ts';
import { readPrivateKey, type TrustedKeys } from './keys.ts';
import { validateSiteConfig } from './site-config-validation.ts';

/** A signed document may not be larger: 10,000 addresses and a certificate chain fit several times. */
export const MAX_SIGNED_CONFIG_BYTES = 1024 * 1024;
/** The signed part: the rest is the signature and the key's id. */
export const MAX_SITE_CONFIG_BYTES = MAX_SIGNED_CONFIG_BYTES - 1024;

/**
 * Validates, serialises and signs (Ed25519 over the payload).
 * Errors: `site_config_invalid`, `site_config_too_large`, `edge_key_malformed`.
 */
export function signSiteConfig(
  config: edgeV1.SiteConfig,
  privateKey: string | KeyObject,
  keyId: string,
): Uint8Array {
  validateSiteConfig(config);
  const payload = toBinary(edgeV1.SiteConfigSchema, config);
  const signature = sign(null, payload, readPrivateKey(privateKey, 'ed25519'));
  const bytes = toBinary(
    edgeV1.SignedSiteConfigSchema,
    create(edgeV1.SignedSiteConfigSchema, { payload, signature, keyId }),
  );
  refuseOversize(bytes);
  return bytes;
}

/**
 * Checks size, signature and content, in this order: nothing unsigned is decoded any further than it must be.
 * Errors: `site_config_too_large`, `site_config_malformed`, `site_config_unknown_key`, `site_config_bad_signature`,
 * `site_config_invalid`.
 */
export function verifySiteConfig(bytes: Uint8Array, trustedKeys: TrustedKeys): edgeV1.SiteConfig {
  refuseOversize(bytes);
  const signed = decode(edgeV1.SignedSiteConfigSchema, bytes);
  const key = trustedKeys.get(signed.keyId);
  if (key === undefined) {
    throw new EdgeStateError('site_config_unknown_key', 'signed with a key that this edge does not trust');
  }
  if (!verify(null, signed.payload, key, signed.signature)) {
    throw new EdgeStateError('site_config_bad_signature', 'the signature does not match the document');
  }
  const config = decode(edgeV1.SiteConfigSchema, signed.payload);
  validateSiteConfig(config);
  return config;
}

function refuseOversize(bytes: Uint8Array): void {
  if (bytes.length > MAX_SIGNED_CONFIG_BYTES) {
    throw new EdgeStateError(
      'site_config_too_large',
      `${bytes.length} bytes, at most ${MAX_SIGNED_CONFIG_BYTES} are accepted`,
    );
  }
}

function decode<S extends typeof edgeV1.SiteConfigSchema | typeof edgeV1.SignedSiteConfigSchema>(
  schema: S,
  bytes: Uint8Array,
) {
  try {
    return fromBinary(schema, bytes);
  } catch (cause) {
    throw new EdgeStateError('site_config_malformed', `not a ${schema.typeName}`, cause);
  }
}
