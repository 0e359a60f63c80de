import type { Domain } from '../../shared/api/types.ts';
import type { BadgeTone } from '../../shared/ui/badge.tsx';

export interface DomainStatus {
  label: 'Pending Verification' | 'Verified' | 'Verified & Active';
  tone: BadgeTone;
}

/** Pending Verification → Verified → Verified & Active. */
export function domainStatus({
  dns_verified,
  is_active,
}: Pick<Domain, 'dns_verified' | 'is_active'>): DomainStatus {
  if (!dns_verified) return { label: 'Pending Verification', tone: 'warn' };
  return is_active ? { label: 'Verified & Active', tone: 'ok' } : { label: 'Verified', tone: 'info' };
}

/** The record that proves ownership; its name defaults to waf-{token}.{domain}. */
export function verificationRecord(
  domain: Pick<Domain, 'domain_name' | 'verification_subdomain' | 'verification_token' | 'cname_target'>,
) {
  return {
    type: 'CNAME',
    name: domain.verification_subdomain || `waf-${domain.verification_token}.${domain.domain_name}`,
    target: domain.cname_target,
  } as const;
}
