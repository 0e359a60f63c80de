// Certificates and DNS records of domains.
import type { Certificate, Certificates, DnsRecord, DnsState } from '../../src/shared/api/openapi.gen.ts';
import { ago } from './common.ts';

const certificate = (over: Partial<Certificate> = {}): Certificate => ({
  source: 'automatic',
  status: 'active',
  in_use: true,
  names: ['keramik-lindner.example', 'www.keramik-lindner.example'],
  issuer: "Let's Encrypt E6",
  not_before: ago(60 * 24 * 20),
  not_after: ago(-60 * 24 * 70),
  renew_at: ago(-60 * 24 * 40),
  serial: '04a1',
  fingerprint_sha256:
    'b3:1f:5c:09:aa:71:2e:44:90:cd:01:8e:6b:f2:37:55:c0:11:9d:3e:5a:7f:20:84:bb:06:e1:4c:73:a9:d8:62',
  last_error: null,
  next_attempt_at: null,
  uncovered_hosts: [],
  ...over,
});
const nothingYet = {
  issuer: null,
  not_before: null,
  not_after: null,
  renew_at: null,
  serial: null,
  fingerprint_sha256: null,
};
/** The answers of `certificates` that differ in kind. */
export const certificateStates = {
  none: { automatic_available: true, wildcard_record: null, certificates: [] },
  pending: {
    automatic_available: true,
    wildcard_record: null,
    certificates: [certificate({ status: 'pending', in_use: false, ...nothingYet })],
  },
  failed: {
    automatic_available: true,
    wildcard_record: {
      type: 'CNAME',
      name: '_acme-challenge.keramik-lindner.example',
      value: '9f2c7d1e4b.acme.palisade.example',
    },
    certificates: [
      certificate({
        status: 'failed',
        in_use: false,
        ...nothingYet,
        last_error: {
          code: 'challenge_unreachable',
          message:
            'The certificate authority could not reach http://www.keramik-lindner.example/.well-known/acme-challenge/: the name points to 203.0.113.22, which answers 404.',
        },
        next_attempt_at: ago(-45),
      }),
    ],
  },
  uploaded: {
    automatic_available: true,
    wildcard_record: null,
    certificates: [
      certificate({
        source: 'uploaded',
        names: ['*.keramik-lindner.example'],
        issuer: 'DigiCert Global G3 TLS ECC SHA384 2020 CA1',
        renew_at: null,
        uncovered_hosts: ['keramik-lindner.example'],
      }),
      certificate({ in_use: false, status: 'renewing' }),
    ],
  },
} satisfies Record<string, Certificates>;

const dnsRecord = (
  purpose: DnsRecord['purpose'],
  name: string,
  state: DnsRecord['state'],
  found: string[],
  message: string,
): DnsRecord => ({
  purpose,
  type: 'CNAME',
  name,
  value: 'edge.palisade.example',
  state,
  found,
  message,
  checked_at: ago(0),
});
const proofName = 'waf-9f2c7d1e4b.toepferkurse.example';
const proof = (state: DnsRecord['state'], found: string[], message: string): DnsState => ({
  cname_target: 'edge.palisade.example',
  name_servers: ['ada.ns.cloudflare.com', 'bob.ns.cloudflare.com'],
  records: [dnsRecord('ownership', proofName, state, found, message)],
});
/** The answers of `dns` that differ in kind. */
export const dnsStates = {
  wrong: proof('wrong', ['edge.palisade.example.toepferkurse.example'], 'It points elsewhere.'),
  proxied: proof('wrong', ['104.21.48.3', '172.67.182.9'], 'It has addresses but no CNAME record.'),
  unreachable: proof(
    'unreachable',
    [],
    `The DNS servers for ${proofName} did not answer. Please try again in a few minutes.`,
  ),
  done: {
    cname_target: 'edge.palisade.example',
    name_servers: ['ada.ns.cloudflare.com', 'bob.ns.cloudflare.com'],
    records: ['keramik-lindner.example', 'www.keramik-lindner.example'].map((name) =>
      dnsRecord('traffic', name, 'ok', ['edge.palisade.example'], `${name} points to edge.palisade.example.`),
    ),
  },
} satisfies Record<string, DnsState>;

/** What is answered where a screen says nothing else. */
export const certificates: Certificates = {
  automatic_available: true,
  wildcard_record: null,
  certificates: [certificate()],
};
export const dns: DnsState = {
  cname_target: 'edge.palisade.example',
  name_servers: ['ada.ns.cloudflare.com', 'bob.ns.cloudflare.com'],
  records: [
    dnsRecord(
      'ownership',
      proofName,
      'missing',
      [],
      `No CNAME record found for ${proofName}. Create it with the value edge.palisade.example; DNS changes usually take 5-10 minutes to become visible.`,
    ),
    dnsRecord(
      'traffic',
      'toepferkurse.example',
      'wrong',
      ['203.0.113.22'],
      'toepferkurse.example points to 203.0.113.22.',
    ),
    dnsRecord(
      'traffic',
      'www.toepferkurse.example',
      'missing',
      [],
      'www.toepferkurse.example does not point anywhere yet.',
    ),
  ],
};
