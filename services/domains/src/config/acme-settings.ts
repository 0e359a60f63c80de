import { commaList, flag, integer, stringMap, url } from '@palisade/nest-kit';
import { z } from 'zod';

/** Clear text is acceptable on private networks only. */
const isPrivate = (address: string): boolean =>
  address.startsWith('https:') || /^http:\/\/(?:127\.0\.0\.1|\[::1\])[:/]/.test(address);

/** Settings of the certificate authority. Without a directory, no certificates are obtained. */
export const acmeFields = {
  /** The directory of an ACME authority, such as https://acme-v02.api.letsencrypt.org/directory. */
  PALISADE_ACME_DIRECTORY: url('https', 'http')
    .refine(isPrivate, 'must begin with https://, unless it is on this machine')
    .optional(),
  /** E-mail addresses that the authority may write to. */
  PALISADE_ACME_CONTACT: commaList(),
  /** The operator agrees to the authority's terms of service; nothing is requested otherwise. */
  PALISADE_ACME_TERMS_AGREED: flag(false),
  /** Additional root certificates (PEM), for an authority of the operator's own. */
  PALISADE_ACME_CA: z.string().includes('BEGIN CERTIFICATE').optional(),
  /** External account binding, which some authorities require. */
  PALISADE_ACME_EAB_KEY_ID: z.string().min(1).optional(),
  PALISADE_ACME_EAB_KEY: z.string().min(1).optional(),
  /** The edges' HTTP port, as the authority reaches it. */
  PALISADE_ACME_HTTP_PORT: integer(1, 65_535).default(80),
  /** A DNS zone to which owners can delegate challenges; needed for wildcards. */
  PALISADE_ACME_DNS_ZONE: z.string().min(1).optional(),
  /** host:port of the zone's primary server, which takes dynamic updates (RFC 2136). */
  PALISADE_ACME_DNS_SERVER: z
    .string()
    .regex(/^.+:\d{1,5}$/, 'must be host:port')
    .optional(),
  /** The key that signs updates (TSIG, hmac-sha256): {"name": "base64"}. */
  PALISADE_ACME_DNS_KEY: stringMap().optional(),
} as const;

type AcmeSettings = z.infer<z.ZodObject<typeof acmeFields>>;

/** Checks that settings which belong together are complete. */
export function acmeProblem(settings: AcmeSettings, context: z.RefinementCtx): void {
  const refuse = (path: keyof AcmeSettings, message: string) =>
    context.addIssue({ code: 'custom', path: [path], message });
  if (settings.PALISADE_ACME_DIRECTORY !== undefined && !settings.PALISADE_ACME_TERMS_AGREED) {
    refuse(
      'PALISADE_ACME_TERMS_AGREED',
      'must be true: the authority issues only to who agrees to its terms',
    );
  }
  if ((settings.PALISADE_ACME_EAB_KEY_ID === undefined) !== (settings.PALISADE_ACME_EAB_KEY === undefined)) {
    refuse('PALISADE_ACME_EAB_KEY', 'PALISADE_ACME_EAB_KEY_ID and PALISADE_ACME_EAB_KEY belong together');
  }
  const dns = [
    settings.PALISADE_ACME_DNS_ZONE,
    settings.PALISADE_ACME_DNS_SERVER,
    settings.PALISADE_ACME_DNS_KEY,
  ].filter((value) => value !== undefined);
  if (dns.length !== 0 && dns.length !== 3) {
    refuse('PALISADE_ACME_DNS_ZONE', 'PALISADE_ACME_DNS_ZONE, _SERVER and _KEY belong together');
  }
  if (
    settings.PALISADE_ACME_DNS_KEY !== undefined &&
    Object.keys(settings.PALISADE_ACME_DNS_KEY).length !== 1
  ) {
    refuse('PALISADE_ACME_DNS_KEY', 'must name exactly one key');
  }
}
