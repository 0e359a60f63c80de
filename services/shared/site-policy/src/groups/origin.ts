import ipaddr from 'ipaddr.js';
import * as z from 'zod/mini';
import { choice, enumWire, field, rangeMessage, textWire, toggle, whole } from '../model/field.ts';
import { group } from '../model/group.ts';
import { HOST_NAME, toHostName } from '../model/host-name.ts';

export const ORIGIN_HOST_REQUIRED = 'Origin host is required';
export const ORIGIN_HOST_INVALID = 'Please enter a valid host name or IP address for the origin';
export const PORTS = { min: 1, max: 65_535 } as const;
export const PROTOCOLS = ['http', 'https'] as const;
/** Certificates that the edge may present to servers, and their names in the document. */
const CLIENT_CERTIFICATES = { off: 'OFF', automatic: 'AUTOMATIC', uploaded: 'UPLOADED' } as const;
export const TIMEOUT_SECONDS = { min: 1, max: 600 } as const;

export const originHostSchema = z.string().check(
  z.trim(),
  z.minLength(1, { error: ORIGIN_HOST_REQUIRED, abort: true }),
  z.maxLength(253, ORIGIN_HOST_INVALID),
  z.overwrite((text) => canonicalOriginHost(text) ?? text),
  z.refine((text) => canonicalOriginHost(text) !== null, ORIGIN_HOST_INVALID),
);

/** A name as A-labels or an address; `null` for anything else. Single labels are refused: they mean nothing at the edge. */
function canonicalOriginHost(text: string): string | null {
  const bare = text.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  if (ipaddr.IPv4.isValidFourPartDecimal(bare)) return bare;
  if (bare.includes(':')) {
    return ipaddr.IPv6.isValid(bare) && !bare.includes('%') ? ipaddr.parse(bare).toString() : null;
  }
  return bare.toLowerCase() === 'localhost' ? 'localhost' : toHostName(bare);
}

/** As the edge takes it: installations of one's own may name servers by single labels. */
export const wireHostSchema = z.string().check(
  z.maxLength(253),
  z.refine((host) => ipaddr.isValid(host) || HOST_NAME.test(host), 'is neither a host name nor an address'),
);

const port = whole({
  label: 'Origin Port',
  default: 80,
  limits: PORTS,
  message: rangeMessage('Port', PORTS),
  wire: 'origin.port',
});
export const portSchema = port.schema;

const protocol = choice({ label: 'Protocol', options: PROTOCOLS, default: 'http', wire: null });
export const protocolSchema = protocol.schema;

/** The server behind the site. */
export const origin = group({
  section: 'originConfig',
  killSwitch: null,
  fields: {
    origin_host: field<string>({
      label: 'Origin Host',
      default: '',
      schema: originHostSchema,
      wire: textWire('origin.host', wireHostSchema),
    }),
    origin_port: port,
    /** `https` means TLS to the origin. */
    origin_protocol: protocol,
    /** Older name of `origin_protocol: https`, always in step with it. */
    origin_use_tls: toggle({
      label: 'Use TLS to the origin',
      default: false,
      wire: 'origin.useTls',
      switch: {
        label: 'Use TLS to the origin',
        description: 'Encrypts the connection between the edge and your server.',
      },
    }),
    verify_origin_certificate: toggle({
      label: "Verify the origin's certificate",
      default: true,
      wire: { not: 'origin.skipTlsVerification' },
      switch: {
        label: "Verify the origin's certificate",
        description: 'Turn this off only if your server has a self-signed certificate.',
      },
    }),
    timeout_seconds: whole({
      label: 'Timeout (seconds)',
      default: 30,
      limits: TIMEOUT_SECONDS,
      message: `Timeout must be between ${TIMEOUT_SECONDS.min} and ${TIMEOUT_SECONDS.max} seconds`,
      wire: 'origin.timeoutMs',
      scale: 1_000,
    }),
    /** Sent as Host and SNI; empty: the host name that the visitor requested. */
    origin_host_header: field<string>({
      label: 'Host name for the origin',
      default: '',
      schema: z.union([z.literal(''), originHostSchema]),
      wire: textWire('origin.hostHeader', z.union([z.literal(''), wireHostSchema])),
    }),
    /** HTTP/2 to the origin, where TLS negotiates it. */
    origin_http2: toggle({
      label: 'HTTP/2 to the origin',
      default: false,
      wire: 'origin.http2',
      switch: {
        label: 'HTTP/2 to the origin',
        description: 'If your server supports it over TLS. Required for gRPC.',
      },
    }),
    /** What the edge presents where a server of the site asks for a certificate. */
    origin_client_certificate: choice({
      label: 'Certificate for the origin',
      options: ['off', 'automatic', 'uploaded'],
      default: 'off',
      words: {
        off: 'none',
        automatic: 'issued automatically, by an authority for this site only',
        uploaded: 'your own',
      },
      wire: enumWire('origin.clientCertificate', 'OriginClientCertificate', CLIENT_CERTIFICATES),
    }),
  },
});
