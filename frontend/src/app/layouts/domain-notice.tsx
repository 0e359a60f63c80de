import type { ReactNode } from 'react';
import { useListDomainsQuery } from '../../entities/domain/domains-api.ts';

interface DomainNoticeProps {
  /** Names of domains. */
  about: readonly string[];
  className: string;
  children: ReactNode;
}

/** The operator's line, to whoever has one of the domains that it is about. */
export default function DomainNotice({ about, className, children }: DomainNoticeProps) {
  const { data: domains } = useListDomainsQuery();
  return domains?.some(({ domain_name }) => about.includes(domain_name)) ? (
    <p className={className}>{children}</p>
  ) : null;
}
