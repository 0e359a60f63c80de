import { useCompany } from '../../entities/company/use-company.ts';
import { securitySections } from './content/security.ts';
import { LegalPage } from './legal-page.tsx';

export function SecurityPage() {
  return (
    <LegalPage
      title="Security"
      lead="How to report a vulnerability, and what protects the service itself."
      sections={securitySections(useCompany())}
    />
  );
}
