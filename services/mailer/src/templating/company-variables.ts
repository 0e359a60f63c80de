import { type CompanySettings, companyOf, letterhead } from '@palisade/nest-kit';
import type { Variables } from './placeholders.ts';

/** The installation's company details in mails; empty values leave the texts' own words. */
export function companyVariables(settings: CompanySettings): Variables {
  const company = companyOf(settings);
  return {
    support_email: company.email ?? '',
    letterhead: letterhead(company).join(' · '),
  };
}
