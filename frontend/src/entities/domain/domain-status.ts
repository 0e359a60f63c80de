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
  dns,
}: Pick<Domain, 'dns_verified' | 'is_active' | 'dns'>): DomainStatus {
  if (!dns_verified) return { label: 'Pending Verification', tone: 'warn' };
  if (!is_active) return { label: 'Verified', tone: 'info' };
  return { label: 'Verified & Active', tone: dns === 'none' ? 'info' : 'ok' };
}

/** The edge would answer for it, and nobody comes there: visitors still reach the server past it. */
export const isUnprotected = ({ is_active, dns }: Pick<Domain, 'is_active' | 'dns'>): boolean =>
  is_active && dns === 'none';
export const UNPROTECTED = 'Not protected yet';

export interface ProofRecord {
  type: 'CNAME' | 'TXT';
  name: string;
  target: string;
}

/** The record that proves ownership: its name defaults to waf-{token}.{domain}; a TXT record where that proves nothing. */
export function verificationRecord(
  domain: Pick<Domain, 'domain_name' | 'verification_subdomain' | 'verification_token' | 'cname_target'> &
    Partial<Pick<Domain, 'txt_reason' | 'verification_txt'>>,
): ProofRecord {
  if (domain.txt_reason && domain.verification_txt) return txtRecord(domain.verification_txt);
  return {
    type: 'CNAME',
    name: domain.verification_subdomain || `waf-${domain.verification_token}.${domain.domain_name}`,
    target: domain.cname_target,
  };
}

export function txtRecord({ name, value }: Domain['verification_txt']): ProofRecord {
  return { type: 'TXT', name, target: value };
}

/** Why the usual CNAME record is not enough; null where it is. */
export const TXT_REASONS: Record<NonNullable<Domain['txt_reason']>, string> = {
  wildcard:
    'A wildcard record (*) in your DNS answers for every name. It would also answer for anybody else’s CNAME record, so a CNAME record cannot prove ownership here.',
  contest:
    'Another account has verified this domain. A TXT record proves that you control its DNS now; the other account then has 7 days to prove the same.',
};
