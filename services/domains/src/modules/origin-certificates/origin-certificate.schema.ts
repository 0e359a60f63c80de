import { z } from 'zod';

const authoritySchema = z
  .object({
    /** PEM. Servers that trust it, and no other, accept connections of the edge for this site only. */
    certificate_pem: z.string(),
    fingerprint_sha256: z.string(),
    not_after: z.iso.datetime(),
  })
  .meta({ id: 'OriginAuthority' });
export type OriginAuthorityView = z.infer<typeof authoritySchema>;

const certificateSchema = z
  .object({
    source: z.enum(['automatic', 'uploaded']),
    subject: z.string(),
    issuer: z.string(),
    serial: z.string(),
    fingerprint_sha256: z.string(),
    not_before: z.iso.datetime(),
    not_after: z.iso.datetime(),
    /** When an automatic one is renewed; null: it is not renewed. */
    renew_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'OriginCertificate' });

export const originCertificatesSchema = z
  .object({
    /** As `originConfig.origin_client_certificate` of the configuration in force. */
    in_use: z.enum(['off', 'automatic', 'uploaded']),
    /** Signs the automatic certificates of this site and nothing else; null before they are first switched on. */
    authority: authoritySchema.nullable(),
    /** Takes over when the owner says so; null: none is prepared. */
    next_authority: authoritySchema.nullable(),
    certificates: z.array(certificateSchema),
  })
  .meta({ id: 'OriginCertificates' });
export type OriginCertificatesView = z.infer<typeof originCertificatesSchema>;
