import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import type { SingleMail } from '../../../shared/api/types.ts';
import { formatDateTime } from '../../../shared/lib/format.ts';
import { attempt } from '../../../shared/ui/attempt.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Card, CardHeader } from '../../../shared/ui/card.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { Segmented } from '../../../shared/ui/segmented.tsx';
import { ACTIONS, figures, Table, Td } from '../../../shared/ui/table.tsx';
import { useKeysetPages } from '../../../shared/ui/use-keyset-pages.tsx';
import {
  useDiscardSingleMailMutation,
  useListSingleMailsQuery,
  useRetrySingleMailMutation,
} from '../api/admin-api.ts';
import { foundRows, ListState } from '../lists/list-state.tsx';
import { SearchField, useSearched } from '../lists/search-box.tsx';
import { useRemoval } from '../lists/use-removal.ts';
import { failureInWords } from './mail-reasons.ts';
import { MAIL_TONES, mailName } from './mail-state.ts';

type Status = SingleMail['status'];

const choices = [
  { value: 'failed', label: 'Dead letters' },
  { value: 'queued', label: 'Waiting' },
  { value: 'sent', label: 'Sent' },
  { value: 'withheld', label: 'Withheld' },
] as const satisfies readonly { value: Status; label: string }[];

const PAGE = 50;

function emptyText(status: Status, search: string): { title: string; children: string } {
  if (search !== '')
    return { title: 'No mails found', children: 'No mail in this state is to that address.' };
  return status === 'failed'
    ? {
        title: 'No dead letters',
        children: 'Mails that failed on every attempt appear here, with the reason.',
      }
    : { title: 'No mails', children: 'No mail is in this state.' };
}

/** Single mails and their status; failed ones can be resent or discarded. */
export function MailsCard() {
  const [status, setStatus] = useState<Status>('failed');
  const search = useSearched('mail');
  const { before, foot } = useKeysetPages(`${status} ${search}`);
  const query = useListSingleMailsQuery({
    status,
    limit: PAGE,
    ...(search !== '' && { search }),
    ...(before !== undefined && { before }),
  });
  const [remove] = useDiscardSingleMailMutation();
  const { gone, removeWithUndo } = useRemoval((id) => remove({ id }).unwrap(), {
    success: 'The email was discarded',
    failure: 'Failed to discard',
  });
  const mails = (query.data?.mails ?? []).filter(({ id }) => !gone.has(id));
  return (
    <Card className="overflow-hidden">
      <CardHeader
        title="Mails"
        description="About accounts, payments, sites and the newsletter; campaigns have figures of their own"
      />
      <div className="flex flex-wrap items-center gap-3 px-5 pt-1 pb-4">
        <div className="max-w-full overflow-x-auto">
          <Segmented label="Which mails" value={status} options={choices} onChange={setStatus} />
        </div>
        <SearchField label="Search mails by address" name="mail" />
      </div>
      <ListState query={query} found={foundRows(search, query.data && mails)}>
        {mails.length === 0 ? (
          <EmptyState icon={<MailCheck />} {...emptyText(status, search)} />
        ) : (
          <Table
            label="Mails"
            className="md:min-w-[52rem]"
            columns={['Time', 'Mail', 'To', 'State', figures('Attempts'), ACTIONS]}
          >
            <tbody>
              {mails.map((mail) => (
                <MailRow
                  key={mail.id}
                  mail={mail}
                  onDiscard={() =>
                    removeWithUndo(mail.id, `The mail to ${mail.to} is about to be discarded.`)
                  }
                />
              ))}
            </tbody>
          </Table>
        )}
        {foot(query.data?.next ?? null)}
      </ListState>
    </Card>
  );
}

function MailRow({ mail, onDiscard }: { mail: SingleMail; onDiscard: () => void }) {
  const [retry, retrying] = useRetrySingleMailMutation();
  const { id, to, template, status, reason } = mail;
  return (
    <tr className="last:[&>td]:border-b-0">
      <Td className="whitespace-nowrap text-ink-muted">{formatDateTime(mail.created_at)}</Td>
      <Td>
        <p className="font-[560]">{mailName(template)}</p>
        <p className="text-[0.8125rem] text-ink-muted capitalize">{mail.category}</p>
      </Td>
      <Td className="min-w-40 wrap-anywhere md:min-w-52">{to}</Td>
      <Td>
        <Badge tone={MAIL_TONES[status]} className="capitalize">
          {status}
        </Badge>
        {reason && (
          <p className="mt-1 max-w-72 text-[0.8125rem] break-words text-ink-muted">
            {failureInWords(reason)}
          </p>
        )}
      </Td>
      <Td atEnd>{mail.attempts}</Td>
      <Td atEnd>
        {status === 'failed' && (
          <span className="inline-flex gap-2">
            <Button
              size="sm"
              variant="secondary"
              busy={retrying.isLoading}
              aria-label={`Retry ${template} to ${to}`}
              onClick={() =>
                attempt(retry({ id }).unwrap(), {
                  success: 'The email is being sent again',
                  failure: 'Failed to send again',
                })
              }
            >
              Retry
            </Button>
            <Button size="sm" variant="ghost" aria-label={`Discard ${template} to ${to}`} onClick={onDiscard}>
              Discard
            </Button>
          </span>
        )}
      </Td>
    </tr>
  );
}
