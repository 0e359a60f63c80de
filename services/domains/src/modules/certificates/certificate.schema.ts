import { z } from 'zod';

/** Larger than any chain in use, and small enough for a site document. */
const MAX_PEM = 64 * 1024;

const certificateSchema = z
  .object({
    source: z.enum(['automatic', 'uploaded']),
    /** Whether the edge serves it. */
    in_use: z.boolean(),
    status: z.enum(['pending', 'active', 'renewing', 'failed', 'expired', 'revoked']),
    names: z.array(z.string()),
    /** Names of the site that the certificate does not cover. */
    uncovered_hosts: z.array(z.string()),
    issuer: z.string().nullable(),
    serial: z.string().nullable(),
    fingerprint_sha256: z.string().nullable(),
    not_before: z.iso.datetime().nullable(),
    not_after: z.iso.datetime().nullable(),
    /** When renewal is planned. */
    renew_at: z.iso.datetime().nullable(),
    /** The latest error; null after a success. */
    last_error: z.object({ code: z.string(), message: z.string() }).nullable(),
    /** When the next attempt is planned; null: none. */
    next_attempt_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Certificate' });
export type CertificateView = z.infer<typeof certificateSchema>;

export const certificatesSchema = z
  .object({
    /** Whether this installation obtains certificates automatically. */
    automatic_available: z.boolean(),
    certificates: z.array(certificateSchema),
    /**
     * CNAME that the owner can add so that one certificate covers all names below the domain, and can be obtained
     * before traffic points to us; null where the installation does not offer this.
     */
    wildcard_record: z.object({ type: z.literal('CNAME'), name: z.string(), value: z.string() }).nullable(),
  })
  .meta({ id: 'Certificates' });
export type CertificatesView = z.infer<typeof certificatesSchema>;

export const certificateUploadSchema = z
  .object({
    /** PEM: the site's certificate first, then the intermediates in order. */
    certificate_chain: z
      .string()
      .min(1, 'Please paste the certificate')
      .max(MAX_PEM, 'This is too long for a certificate'),
    /** PEM, unencrypted. Never returned. */
    private_key: z.string().min(1, 'Please paste the private key').max(MAX_PEM, 'This is too long for a key'),
  })
  .meta({ id: 'CertificateUpload' });
export type CertificateUpload = z.infer<typeof certificateUploadSchema>;

export const certificateRevocationSchema = z
  .object({ reason: z.enum(['key_compromised', 'superseded']).default('key_compromised') })
  .meta({ id: 'CertificateRevocation' });
export type CertificateRevocation = z.infer<typeof certificateRevocationSchema>;
