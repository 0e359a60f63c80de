import { choice, enumWire } from '../model/field.ts';
import { group } from '../model/group.ts';

const VERSIONS = { '1.2': 'V1_2', '1.3': 'V1_3' } as const;
const CIPHERS = { standard: 'STANDARD', strong: 'STRONG' } as const;

/** What visitors' browsers and programs must bring to a TLS handshake. No plan's gate: it is what auditors ask of everybody. */
export const clientTls = group({
  section: 'originConfig',
  killSwitch: null,
  fields: {
    tls_min_version: choice({
      label: 'Minimum TLS version',
      options: ['1.2', '1.3'],
      default: '1.2',
      words: { '1.2': 'TLS 1.2', '1.3': 'TLS 1.3' },
      wire: enumWire('delivery.clientTls.lowestVersion', 'TlsVersion', VERSIONS),
    }),
    /** `strong`: keys of 256 bits only. HTTP/3 is not offered then, since its ciphers cannot be restricted. */
    tls_ciphers: choice({
      label: 'TLS ciphers',
      options: ['standard', 'strong'],
      default: 'standard',
      words: { standard: 'standard (128 and 256 bits)', strong: 'strong (256 bits only)' },
      wire: enumWire('delivery.clientTls.ciphers', 'CipherProfile', CIPHERS),
    }),
  },
});
