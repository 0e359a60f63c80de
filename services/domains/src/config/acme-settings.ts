import { commaList, flag, integer, stringMap, url } from '@palisade/nest-kit';
import { z } from 'zod';

/** Nobody else reads what goes there. */
const isPrivate = (address: string): boolean =>
  address.startsWith('https:') || /^http:\/\/(?:127\.0\.0\.1|\[::1\])[:/]/.test(address);

/** What the service is told about its certificate authority. Without a directory it obtains no certificates. */
export const acmeFields = {
  /** The directory of an ACME authority, such as https://acme-v02.api.letsencrypt.org/directory. */
  PALISADE_ACME_DIRECTORY: url('https', 'http')
    .refine(isPrivate, 'must begin with https://, unless it is on this machine')
    .optional(),
  /** E-mail addresses that the authority may write to. */
  PALISADE_ACME_CONTACT: commaList(),
  /** The operator agrees to the authority's terms of service; nothing is requested otherwise. */
  PALISADE_ACME_TERMS_AGREED: flag(false),
  /** Certificates (PEM) to trust besides the well-known ones, for an authority of the operator's own. */
  PALISADE_ACME_CA: z.string().includes('BEGIN CERTIFICATE').optional(),
  /** External account binding, which some authorities ask for. */
  PALISADE_ACME_EAB_KEY_ID: z.string().min(1).optional(),
  PALISADE_ACME_EAB_KEY: z.string().min(1).optional(),
  /** Where edges answer over HTTP as the authority sees them. */
  PALISADE_ACME_HTTP_PORT: integer(1, 65_535).default(80),
  /** A zone of ours that owners may delegate challenges to; wildcards need it. */
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

/** Settings that make no sense without each other. */
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
