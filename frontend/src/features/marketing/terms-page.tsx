import { useCompany } from '../../entities/company/use-company.ts';
import { termsSections } from './content/terms.ts';
import { LegalPage } from './legal-page.tsx';

export function TermsPage() {
  return (
    <LegalPage
      title="Terms of service"
      lead="What you may expect of us, and what we expect of you."
      sections={termsSections(useCompany())}
    />
  );
}
