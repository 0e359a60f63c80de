import { type CompanySettings, companyOf, letterhead } from '@palisade/nest-kit';

/** Lines of the invoice's head: the configured issuer, the company with its numbers, or the product. */
export function invoiceIssuer(
  settings: CompanySettings & { readonly PALISADE_INVOICE_ISSUER?: string | undefined },
): string[] {
  if (settings.PALISADE_INVOICE_ISSUER !== undefined) return settings.PALISADE_INVOICE_ISSUER.split('|');
  const company = companyOf(settings);
  return company.name === null ? ['Palisade'] : [...letterhead(company), ...company.register];
}
