import { originHostSchema, portSchema, protocolSchema } from '@palisade/site-policy';
import { z } from 'zod';

import { INVALID_NAME, MAX_HOSTS } from '../domain-store/domain-name.rules.ts';

export const ownershipRequestSchema = z
  .object({
    id: z.uuid(),
    kind: z.enum(['consent', 'contest']),
    /** The role of the domain that this belongs to. */
    role: z.enum(['holder', 'claimant']),
    /** The requested name. */
    name: z.string(),
    /** The other account's domain: the same name, or one above it. */
    held_name: z.string(),
    ends_at: z.iso.datetime(),
  })
  .meta({ id: 'OwnershipRequest' });
export type OwnershipRequestView = z.infer<typeof ownershipRequestSchema>;

export const domainSchema = z
  .object({
    id: z.uuid(),
    domain_name: z.string(),
    /** Every name that the site covers. */
    hosts: z.array(z.string()),
    origin_host: z.string(),
    origin_port: z.int(),
    origin_protocol: z.enum(['http', 'https']),
    dns_verified: z.boolean(),
    /** Whether it is served. False while paused by owner, administrator or account. */
    is_active: z.boolean(),
    paused: z.boolean(),
    created_at: z.iso.datetime(),
    total_requests: z.number(),
    allowed_requests: z.number(),
    blocked_requests: z.number(),
    /** Whether rules block requests, only log them, or do not run. */
    mode: z.enum(['On', 'DetectionOnly', 'Off']),
    /** The certificate in use or being obtained; null: none requested. */
    certificate: z
      .object({
        status: z.enum(['pending', 'active', 'renewing', 'failed', 'expired', 'revoked']),
        not_after: z.iso.datetime().nullable(),
      })
      .nullable(),
    /** Whether the site's names point to us, by the latest DNS check; null: not verified or not checked yet. */
    dns: z.enum(['all', 'some', 'none']).nullable(),
    /** CNAME target of the verification name and the site's names. */
    cname_target: z.string(),
    /** The full name of the verification record, waf-{token}.{domain}. */
    verification_subdomain: z.string(),
    verification_token: z.string(),
    /** TXT record that also proves the domain, and is required where a CNAME proves nothing. */
    verification_txt: z.object({ name: z.string(), value: z.string() }),
    /** Why the TXT record is required; null: the CNAME is enough. */
    txt_reason: z.enum(['wildcard', 'contest']).nullable(),
    /** When the domain is released unless its records return; null: no record is missing. */
    release_at: z.iso.datetime().nullable(),
    /** Open requests of others for this name or one below it, and requests for this domain's own name. */
    ownership_requests: z.array(ownershipRequestSchema),
  })
  .meta({ id: 'Domain' });
export type DomainView = z.infer<typeof domainSchema>;
export const domainListSchema = z.array(domainSchema);

export const domainCreateSchema = z
  .object({
    domain_name: z.string().trim().min(1, INVALID_NAME).max(500, INVALID_NAME),
    origin_host: originHostSchema,
    origin_port: z.optional(portSchema),
    origin_protocol: z._default(protocolSchema, 'http'),
    /** Claims a domain that another account has verified, which requires a TXT record. */
    contest: z.boolean().default(false),
  })
  .meta({ id: 'DomainCreate' });
export type DomainCreate = z.infer<typeof domainCreateSchema>;

const hosts = z.array(z.string().max(253)).max(MAX_HOSTS, `A site covers at most ${MAX_HOSTS} names`);

export const domainUpdateSchema = z
  .object({
    /** False pauses the site. */
    is_active: z.boolean().optional(),
    /** The names that the site covers: the domain itself and names below it. */
    hosts: hosts.optional(),
    hosts_before: hosts
      .optional()
      .describe(
        'The names that it had where `hosts` was made from them; where it has others by now, it is 409.',
      ),
  })
  .meta({ id: 'DomainUpdate' });
export type DomainUpdate = z.infer<typeof domainUpdateSchema>;
