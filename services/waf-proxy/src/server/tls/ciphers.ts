import type { SecureContextOptions } from 'node:tls';
import { type ClientTlsPolicy, MIN_KEY_BITS } from '../../request/client-tls-policy.ts';

/** TLS 1.2 with forward secrecy and AEAD only; TLS 1.3's own suites are all of this kind. In the order in which we take them. */
const SUITES = [
  { name: 'ECDHE-ECDSA-AES128-GCM-SHA256', bits: 128 },
  { name: 'ECDHE-RSA-AES128-GCM-SHA256', bits: 128 },
  { name: 'ECDHE-ECDSA-AES256-GCM-SHA384', bits: 256 },
  { name: 'ECDHE-RSA-AES256-GCM-SHA384', bits: 256 },
  { name: 'ECDHE-ECDSA-CHACHA20-POLY1305', bits: 256 },
  { name: 'ECDHE-RSA-CHACHA20-POLY1305', bits: 256 },
  { name: 'TLS_AES_128_GCM_SHA256', bits: 128 },
  { name: 'TLS_AES_256_GCM_SHA384', bits: 256 },
  { name: 'TLS_CHACHA20_POLY1305_SHA256', bits: 256 },
] as const;
const VERSIONS = { '1.2': 'TLSv1.2', '1.3': 'TLSv1.3' } as const satisfies Record<
  ClientTlsPolicy['lowestVersion'],
  SecureContextOptions['minVersion']
>;

/** A policy in the words of `node:tls`. */
export const contextOptions = ({ lowestVersion, ciphers }: ClientTlsPolicy) =>
  ({
    minVersion: VERSIONS[lowestVersion],
    ciphers: SUITES.filter(({ bits }) => bits >= MIN_KEY_BITS[ciphers])
      .map(({ name }) => name)
      .join(':'),
  }) satisfies SecureContextOptions;
