import * as z from 'zod/mini';
import { choice, enumWire, field, textsWire, toggle } from '../model/field.ts';
import { group } from '../model/group.ts';
import { pathSchema, wirePathSchema } from '../model/paths.ts';
import { isOnePemBlock, type PemLabel } from '../model/pem.ts';
import { refuse } from '../model/refuse.ts';

export const CLIENT_CERTIFICATE_LIMITS = {
  authorities: 10,
  authority: 8_192,
  revocationLists: 10,
  /** Of all lists together: some 2,000 revoked certificates. */
  revocationCharacters: 128_000,
  paths: 50,
  allowed: 200,
  allowedCharacters: 300,
} as const;

const MODES = { off: 'OFF', optional: 'OPTIONAL', required: 'REQUIRED' } as const;

export const CERTIFICATE_FINGERPRINT = /^(?:[0-9a-f]{2}:?){31}[0-9a-f]{2}$/i;
/** A part of the subject by OpenSSL's short name, or one of the alternative names. */
const CERTIFICATE_NAME = /^(?:[A-Za-z][A-Za-z0-9.]{0,31}=|(?:DNS|URI|email|IP Address):)\S/;
export const ALLOWED_CERTIFICATE_INVALID =
  'Please enter a SHA-256 fingerprint, a part of the subject such as "CN=device-7", or a name such as "DNS:device-7.example"';

const { authorities, authority, revocationLists, revocationCharacters, paths, allowed, allowedCharacters } =
  CLIENT_CERTIFICATE_LIMITS;

const allowedEntry = z.string().check(
  z.trim(),
  z.maxLength(allowedCharacters, `An entry has at most ${allowedCharacters} characters`),
  z.refine(
    (text) => CERTIFICATE_FINGERPRINT.test(text) || CERTIFICATE_NAME.test(text),
    ALLOWED_CERTIFICATE_INVALID,
  ),
);

/** Why an entry cannot be on the list; undefined if it can. */
export const allowedCertificateProblem = (entry: string): string | undefined =>
  z.safeParse(allowedEntry, entry).error?.issues[0]?.message;

function refuseRepeated(context: z.core.ParsePayload<string[]>): void {
  const seen = new Set<string>();
  context.value.forEach((text, index) => {
    const bare = text.replaceAll(/\s/g, '');
    if (seen.has(bare)) refuse(context, 'It is in the list already', [index]);
    seen.add(bare);
  });
}

const pemOf = (label: PemLabel, most: number, what: string) =>
  z.string().check(
    z.maxLength(most, `${what} has at most ${most.toLocaleString('en')} characters`),
    z.refine(
      (text) => isOnePemBlock(text, label),
      `Please enter ${what[0]!.toLowerCase()}${what.slice(1)} in PEM: it begins with -----BEGIN ${label}-----`,
    ),
  );

const authorityList = z
  .array(pemOf('CERTIFICATE', authority, 'A certificate'))
  .check(
    z.maxLength(authorities, `A domain has at most ${authorities} certificate authorities`),
    refuseRepeated,
  );

const revocations = z.array(pemOf('X509 CRL', revocationCharacters, 'A revocation list')).check(
  z.maxLength(revocationLists, `A domain has at most ${revocationLists} revocation lists`),
  z.refine(
    (lists) => lists.reduce((sum, { length }) => sum + length, 0) <= revocationCharacters,
    `The revocation lists of a domain take at most ${revocationCharacters.toLocaleString('en')} characters together`,
  ),
  refuseRepeated,
);

const wirePem = (most: number, characters: number) =>
  z.array(z.string().check(z.maxLength(characters))).check(z.maxLength(most));

/**
 * Authenticates visitors by their own certificates (mutual TLS). No plan's gate: the end of a plan would open a closed
 * site, and auditors require it of everybody.
 */
export const clientCertificates = group({
  section: 'originConfig',
  killSwitch: null,
  fields: {
    /**
     * `optional`: visitors are asked for a certificate, and your server is told which they sent. `required`: without one
     * the answer is 403. HTTP/3 is not offered with either.
     */
    client_certificates: choice({
      label: 'Client certificates',
      options: ['off', 'optional', 'required'],
      default: 'off',
      words: { off: 'off', optional: 'asked for', required: 'required' },
      wire: enumWire('delivery.clientCertificates.mode', 'ClientCertificateMode', MODES),
    }),
    /** One PEM certificate each. Certificates signed by any of them are accepted; an intermediate certificate is enough. */
    client_certificate_authorities: field<string[]>({
      label: 'Certificate authorities of visitors',
      default: [],
      schema: authorityList,
      wire: textsWire('delivery.clientCertificates.authorities', wirePem(authorities, authority)),
    }),
    /** Path prefixes, case-insensitive, for `required`; empty: all paths. */
    client_certificate_paths: field<string[]>({
      label: 'Paths that require a client certificate',
      default: [],
      schema: z.array(pathSchema).check(z.maxLength(paths, `A domain has at most ${paths} such paths`)),
      wire: textsWire('delivery.clientCertificates.paths', z.array(wirePathSchema).check(z.maxLength(paths))),
    }),
    /** SHA-256 fingerprints, parts of the subject such as `CN=device-7`, or names such as `DNS:device-7.example`; empty: all certificates of the authorities. */
    client_certificate_allowed: field<string[]>({
      label: 'Accepted client certificates',
      default: [],
      schema: z
        .array(allowedEntry)
        .check(z.maxLength(allowed, `A domain has at most ${allowed} such entries`)),
      wire: textsWire('delivery.clientCertificates.allowed', wirePem(allowed, allowedCharacters)),
    }),
    /** Your server also receives the certificate itself (RFC 9440). */
    client_certificate_forwarded: toggle({
      label: 'Client certificate to the origin',
      default: false,
      wire: 'delivery.clientCertificates.forwardsWhole',
    }),
    /** Certificate revocation lists (CRL) of the authorities, one in PEM each. */
    client_certificate_revocations: field<string[]>({
      label: 'Revocation lists',
      default: [],
      schema: revocations,
      wire: textsWire(
        'delivery.clientCertificates.revocationLists',
        wirePem(revocationLists, revocationCharacters),
      ),
    }),
  },
});
