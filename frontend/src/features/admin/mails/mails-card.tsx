import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import {
  useDiscardSingleMailMutation,
  useListSingleMailsQuery,
  useRetrySingleMailMutation,
} from '../../../shared/api/admin-api.ts';
import type { SingleMail } from '../../../shared/api/types.ts';
import { attempt } from '../../../shared/lib/attempt.ts';
import { formatDateTime } from '../../../shared/lib/format.ts';
import { Badge, type BadgeTone } from '../../../shared/ui/badge.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Card, CardHeader } from '../../../shared/ui/card.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { Segmented } from '../../../shared/ui/segmented.tsx';
import { Table, Td } from '../../../shared/ui/table.tsx';
import { ListState } from '../list-state.tsx';
import { SearchBox } from '../search-box.tsx';

type Status = SingleMail['status'];

const choices = [
  { value: 'failed', label: 'Dead letters' },
  { value: 'queued', label: 'Waiting' },
  { value: 'sent', label: 'Sent' },
  { value: 'withheld', label: 'Withheld' },
] as const satisfies readonly { value: Status; label: string }[];

const tones: Record<Status, BadgeTone> = {
  queued: 'info',
  sent: 'ok',
  failed: 'danger',
  withheld: 'neutral',
};
const PAGE = 50;

/** Single mails and what became of them; those that were given up can be sent again or put away. */
export function MailsCard() {
  const [status, setStatus] = useState<Status>('failed');
  const [search, setSearch] = useState('');
  const [before, setBefore] = useState<string | null>(null);
  const query = useListSingleMailsQuery({
    status,
    limit: PAGE,
    ...(search !== '' && { search }),
    ...(before !== null && { before }),
  });
  const mails = query.data?.mails ?? [];
  const choose = (next: Status) => {
    setStatus(next);
    setBefore(null);
  };
  return (
    <Card className="overflow-hidden">
      <CardHeader
        title="Mails"
        description="About accounts, payments, sites and the newsletter; campaigns have figures of their own"
      />
      <div className="overflow-x-auto px-5 pt-3">
        <Segmented label="Which mails" value={status} options={choices} onChange={choose} />
      </div>
      <SearchBox label="Search mails by address" onSearch={setSearch} />
      <ListState query={query}>
        {mails.length === 0 ? (
          <EmptyState icon={<MailCheck />} title={status === 'failed' ? 'No dead letters' : 'No mails here'}>
            {status === 'failed'
              ? 'Mails that every attempt failed for show here, with the reason.'
              : 'Nothing in this state.'}
          </EmptyState>
        ) : (
          <Table
            label="Mails"
            className="md:min-w-[52rem]"
            columns={['Time', 'Mail', 'To', 'State', 'Attempts', 'Actions']}
          >
            <tbody>
              {mails.map((mail) => (
                <MailRow key={mail.id} mail={mail} />
              ))}
            </tbody>
          </Table>
        )}
        {(before !== null || mails.length === PAGE) && (
          <div className="flex justify-end gap-2 border-t border-line p-3">
            <Button size="sm" variant="secondary" disabled={before === null} onClick={() => setBefore(null)}>
              Newest
            </Button>
            <Button
              size="sm"
              variant="secondary"
              disabled={mails.length < PAGE}
              onClick={() => setBefore(mails.at(-1)?.created_at ?? null)}
            >
              Older
            </Button>
          </div>
        )}
      </ListState>
    </Card>
  );
}

function MailRow({ mail }: { mail: SingleMail }) {
  const [retry, retrying] = useRetrySingleMailMutation();
  const [discard, discarding] = useDiscardSingleMailMutation();
  const { id, to, template, status, reason } = mail;
  return (
    <tr className="last:[&>td]:border-b-0">
      <Td className="whitespace-nowrap text-ink-muted">{formatDateTime(mail.created_at)}</Td>
      <Td>
        <p className="font-[560]">{template.replaceAll('_', ' ')}</p>
        <p className="text-[0.8125rem] text-ink-muted capitalize">{mail.category}</p>
      </Td>
      <Td className="min-w-48 break-all">{to}</Td>
      <Td>
        <Badge tone={tones[status]} className="capitalize">
          {status}
        </Badge>
        {reason && <p className="mt-1 max-w-72 text-[0.8125rem] break-words text-ink-muted">{reason}</p>}
      </Td>
      <Td className="tabular">{mail.attempts}</Td>
      <Td>
        {status === 'failed' && (
          <span className="flex gap-2">
            <Button
              size="sm"
              variant="secondary"
              busy={retrying.isLoading}
              aria-label={`Send ${template} to ${to} again`}
              onClick={() =>
                attempt(retry({ id }).unwrap(), {
                  success: 'The mail is on its way again',
                  failure: 'Failed to send again',
                })
              }
            >
              Retry
            </Button>
            <Button
              size="sm"
              variant="ghost"
              busy={discarding.isLoading}
              aria-label={`Discard ${template} to ${to}`}
              onClick={() =>
                attempt(discard({ id }).unwrap(), {
                  success: 'The mail was discarded',
                  failure: 'Failed to discard',
                })
              }
            >
              Discard
            </Button>
          </span>
        )}
      </Td>
    </tr>
  );
}
