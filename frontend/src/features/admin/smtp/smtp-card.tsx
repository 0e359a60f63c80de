import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { SmtpConfig } from '../../../shared/api/types.ts';
import { formatCount, formatDateTime } from '../../../shared/lib/format.ts';
import { messageOf } from '../../../shared/lib/problem.ts';
import { attempt } from '../../../shared/ui/attempt.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { Input } from '../../../shared/ui/input.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { Checkbox } from '../../../shared/ui/switch.tsx';
import { toast } from '../../../shared/ui/toast.ts';
import { useTestSmtpConfigMutation, useToggleDefaultSmtpConfigMutation } from '../api/admin-api.ts';
import { failureInWords } from '../mails/mail-reasons.ts';

function securityOf({ use_ssl, use_tls }: SmtpConfig): 'SSL' | 'TLS' | 'None' {
  if (use_ssl) return 'SSL';
  return use_tls ? 'TLS' : 'None';
}

const isResting = ({ resting_until: until }: SmtpConfig): boolean =>
  until !== null && Date.parse(until) > Date.now();

interface SmtpCardProps {
  smtp: SmtpConfig;
  onEdit: () => void;
  onDelete: () => void;
}

export function SmtpCard({ smtp, onEdit, onDelete }: SmtpCardProps) {
  const [address, setAddress] = useState('');
  const [toggleDefault] = useToggleDefaultSmtpConfigMutation();
  const [test, testing] = useTestSmtpConfigMutation();

  const toggle = async () => {
    try {
      const { message } = await toggleDefault({ id: smtp.id }).unwrap();
      toast.success(message);
    } catch (error) {
      toast.error(messageOf(error, 'Failed to toggle default'));
    }
  };

  const sendTest = () => {
    if (address.trim() === '') {
      toast.error('Please enter a test email address');
      return;
    }
    attempt(test({ smtpTest: { smtp_id: smtp.id, test_email: address.trim() } }).unwrap(), {
      success: 'Test email sent successfully!',
      failure: 'Failed to send test email',
    });
  };

  const facts = [
    ['Server', `${smtp.host}:${smtp.port}`],
    ['Username', smtp.username],
    ['From', smtp.from_name ? `${smtp.from_name} <${smtp.from_email}>` : smtp.from_email],
    ['Security', securityOf(smtp)],
    ['Total sent', formatCount(smtp.sent_count)],
    ...(smtp.dkim_domain && smtp.dkim_selector && smtp.has_dkim_key
      ? [['DKIM', `${smtp.dkim_selector} at ${smtp.dkim_domain}`] as const]
      : []),
    ...(smtp.max_per_second === null ? [] : [['At most', `${smtp.max_per_second} per second`] as const]),
  ] as const;

  return (
    <Card as="article" aria-label={smtp.name} className="flex flex-col p-5">
      <div className="flex items-start gap-2 max-sm:flex-wrap">
        <h3 className="mr-1 min-w-0 text-base wrap-anywhere max-sm:w-full">{smtp.name}</h3>
        {smtp.is_default && <Badge tone="brand">Default</Badge>}
        <Badge tone={smtp.is_active ? 'ok' : 'neutral'}>{smtp.is_active ? 'Active' : 'Inactive'}</Badge>
        <span className="-mt-1.5 -mr-2.5 ml-auto flex">
          <Button
            variant="ghost"
            size="icon"
            aria-label={`Edit ${smtp.name}`}
            icon={<Pencil className="size-4" />}
            onClick={onEdit}
          />
          <Button
            variant="ghost"
            size="icon"
            className="text-danger-text"
            aria-label={`Delete ${smtp.name}`}
            icon={<Trash2 className="size-4" />}
            onClick={onDelete}
          />
        </span>
      </div>
      <dl className="mt-3 grid grid-cols-[6rem_minmax(0,1fr)] gap-y-1.5 text-sm">
        {facts.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-ink-faint">{label}</dt>
            <dd className="break-all">{value}</dd>
          </div>
        ))}
      </dl>
      {smtp.last_error && (
        <Notice
          tone="warn"
          title={isResting(smtp) ? 'Paused after failures' : 'Failed recently'}
          className="mt-4"
        >
          <span className="break-words">{failureInWords(smtp.last_error)}</span>
          {isResting(smtp) && smtp.resting_until && (
            <p className="mt-1">Next attempt at {formatDateTime(smtp.resting_until)}.</p>
          )}
        </Notice>
      )}
      <Checkbox
        label="Default"
        checked={smtp.is_default}
        onCheckedChange={toggle}
        className="mt-auto self-start pt-4"
      />
      <div className="mt-3 flex items-end gap-2 border-t border-line pt-4">
        <Field label="Test email" className="flex-1">
          <Input
            type="email"
            placeholder="you@example.com"
            value={address}
            onChange={(event) => setAddress(event.target.value)}
          />
        </Field>
        <Button variant="secondary" busy={testing.isLoading} onClick={sendTest}>
          {testing.isLoading ? 'Sending...' : 'Test Email'}
        </Button>
      </div>
    </Card>
  );
}
