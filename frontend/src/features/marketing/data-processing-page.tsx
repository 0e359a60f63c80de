import { useCompany } from '../../entities/company/use-company.ts';
import { processingSections } from './content/data-processing.ts';
import { LegalPage } from './legal-page.tsx';

export function DataProcessingPage() {
  return (
    <LegalPage
      title="Data processing"
      lead="How we handle your visitors’ data on your behalf. It is part of the terms for everyone who has a site behind Palisade."
      sections={processingSections(useCompany())}
    />
  );
}
