import { MailsCard } from '../mails/mails-card.tsx';
import { SmtpTab } from '../smtp/smtp-tab.tsx';
import { AuditCard } from './audit-card.tsx';

export function ToolsTab() {
  return (
    <div className="grid gap-8">
      <SmtpTab />
      <MailsCard />
      <AuditCard />
    </div>
  );
}
