import { NearSlot } from '../../../shared/ui/near-slot.tsx';
import { MailsCard } from '../mails/mails-card.tsx';
import { ReputationCard } from '../smtp/reputation-card.tsx';
import { SmtpTab } from '../smtp/smtp-tab.tsx';
import { StatusPageSearch } from '../status-pages/status-page-search.tsx';
import { AuditCard } from './audit-card.tsx';

export function ToolsTab() {
  return (
    <div className="grid grid-cols-1 gap-8">
      <SmtpTab />
      <ReputationCard />
      <MailsCard />
      <StatusPageSearch />
      <NearSlot>
        <AuditCard />
      </NearSlot>
    </div>
  );
}
