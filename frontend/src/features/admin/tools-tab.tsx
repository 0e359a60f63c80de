import { AuditCard } from './audit-card.tsx';
import { MailsCard } from './mails/mails-card.tsx';
import { SmtpTab } from './smtp/smtp-tab.tsx';

export function ToolsTab() {
  return (
    <div className="grid gap-8">
      <SmtpTab />
      <MailsCard />
      <AuditCard />
    </div>
  );
}
