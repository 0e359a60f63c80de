import { useCompany } from '../../entities/company/use-company.ts';
import { whoRunsThis } from './content/who-runs-this.ts';
import { LegalPage } from './legal-page.tsx';
import { PRIVACY_UPDATED, privacySections } from './privacy-content.ts';

export function PrivacyPage() {
  const company = useCompany();
  const sections = privacySections.map((section, index) =>
    index === 0 ? { ...section, paragraphs: [...section.paragraphs, whoRunsThis(company)] } : section,
  );
  return <LegalPage title="Privacy policy" lead={`Last updated ${PRIVACY_UPDATED}`} sections={sections} />;
}
