import { Plus, Send } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { Campaign, CampaignSummary } from '../../../shared/api/types.ts';
import { usePollWhile } from '../../../shared/hooks/use-poll-while.ts';
import { formatCount, formatDate } from '../../../shared/lib/format.ts';
import { messageOf } from '../../../shared/lib/problem.ts';
import { Badge, type BadgeTone } from '../../../shared/ui/badge.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Card, CardHeader } from '../../../shared/ui/card.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { ACTIONS, figures, Table, Td } from '../../../shared/ui/table.tsx';
import { toast } from '../../../shared/ui/toast.ts';
import { nextOf, useKeysetPages } from '../../../shared/ui/use-keyset-pages.tsx';
import {
  useDeleteCampaignMutation,
  useLazyGetCampaignQuery,
  useListCampaignsQuery,
} from '../api/admin-api.ts';
import { ListState } from '../lists/list-state.tsx';
import { useRemoval } from '../lists/use-removal.ts';
import { problemInWords } from '../mails/mail-reasons.ts';
import { AUDIENCE_LABELS, plansText } from './audiences.ts';
import { CampaignActions } from './campaign-actions.tsx';
import { CampaignStatsDialog } from './campaign-stats-dialog.tsx';
import { CampaignTestDialog } from './campaign-test-dialog.tsx';

// Contains the form library and its schemas.
const CampaignDialog = lazy(() => import('./campaign-dialog.tsx'));

const POLL_WHILE_SENDING_MS = 5000;
const PAGE = 25;

const tones: Record<CampaignSummary['status'], BadgeTone> = {
  draft: 'neutral',
  sending: 'info',
  paused: 'warn',
  completed: 'ok',
  failed: 'danger',
};

type Open =
  | { kind: 'none' | 'add' }
  | { kind: 'edit'; campaign: Campaign }
  | { kind: 'test' | 'stats'; campaign: CampaignSummary };

export function CampaignsTab() {
  const [pollingInterval, tellAwaited] = usePollWhile(POLL_WHILE_SENDING_MS);
  const { before, foot } = useKeysetPages();
  const query = useListCampaignsQuery(
    { limit: PAGE, ...(before !== undefined && { before: Number(before) }) },
    { pollingInterval },
  );
  tellAwaited(query.data?.some(({ status }) => status === 'sending') ?? false);

  const [open, setOpen] = useState<Open>({ kind: 'none' });
  const close = () => setOpen({ kind: 'none' });
  const [remove] = useDeleteCampaignMutation();
  const { gone, removeWithUndo } = useRemoval((id) => remove({ id: Number(id) }).unwrap(), {
    success: 'Campaign deleted',
    failure: 'Failed to delete',
  });
  const [load] = useLazyGetCampaignQuery();
  // The list has no bodies; the current ones are loaded for editing.
  const edit = async ({ id }: CampaignSummary) => {
    try {
      setOpen({ kind: 'edit', campaign: await load({ id }).unwrap() });
    } catch (error) {
      toast.error(messageOf(error, 'Failed to load the campaign'));
    }
  };
  const shown = query.data?.filter(({ id }) => !gone.has(String(id)));

  return (
    <Card className="overflow-hidden">
      <CardHeader
        title="Email Campaigns"
        action={
          <Button icon={<Plus className="size-4" />} onClick={() => setOpen({ kind: 'add' })}>
            Create Campaign
          </Button>
        }
      />
      <ListState query={query}>
        {shown?.length === 0 ? (
          <EmptyState icon={<Send />} title="No campaigns yet">
            Email all users, subscribers, specific plans or your own list.
          </EmptyState>
        ) : (
          <Table
            label="Campaigns"
            className="md:min-w-[58rem]"
            columns={[
              'Campaign',
              'Audience',
              'Status',
              figures('Sent'),
              figures('Failed'),
              'Created',
              ACTIONS,
            ]}
          >
            <tbody>
              {shown?.map((campaign) => (
                <tr key={campaign.id} className="last:[&>td]:border-b-0">
                  <Td className="min-w-48 wrap-anywhere">
                    <p dir="auto" className="font-[560]">
                      {campaign.name}
                    </p>
                    <p dir="auto" className="text-[0.8125rem] text-ink-muted">
                      {campaign.subject}
                    </p>
                    {campaign.problem && (
                      <p className="mt-1 text-[0.8125rem] wrap-anywhere text-danger-text">
                        {problemInWords(campaign.problem)}
                      </p>
                    )}
                  </Td>
                  <Td>
                    <p>{AUDIENCE_LABELS[campaign.target_audience]}</p>
                    <p className="text-[0.8125rem] text-ink-muted first-letter:uppercase empty:hidden">
                      {plansText(campaign)}
                    </p>
                  </Td>
                  <Td>
                    <Badge tone={tones[campaign.status]} className="capitalize">
                      {campaign.status}
                    </Badge>
                  </Td>
                  <Td atEnd>
                    {campaign.status === 'draft'
                      ? '–'
                      : `${formatCount(campaign.emails_sent)} / ${formatCount(campaign.total_recipients)}`}
                  </Td>
                  <Td atEnd>
                    {formatCount(campaign.emails_failed)}
                    {campaign.emails_unknown > 0 && (
                      <p className="text-[0.8125rem] whitespace-nowrap text-warn-text">
                        {formatCount(campaign.emails_unknown)} unknown
                      </p>
                    )}
                  </Td>
                  <Td className="whitespace-nowrap text-ink-muted">{formatDate(campaign.created_at)}</Td>
                  <Td atEnd>
                    <CampaignActions
                      campaign={campaign}
                      onEdit={() => void edit(campaign)}
                      onTest={() => setOpen({ kind: 'test', campaign })}
                      onStats={() => setOpen({ kind: 'stats', campaign })}
                      onDelete={() =>
                        removeWithUndo(String(campaign.id), `“${campaign.name}” is about to be deleted.`)
                      }
                    />
                  </Td>
                </tr>
              ))}
            </tbody>
          </Table>
        )}
        {foot(nextOf(query.data, PAGE, ({ id }) => id))}
      </ListState>
      <Suspense>
        {open.kind === 'add' && <CampaignDialog onClose={close} />}
        {open.kind === 'edit' && <CampaignDialog campaign={open.campaign} onClose={close} />}
      </Suspense>
      {open.kind === 'test' && <CampaignTestDialog campaign={open.campaign} onClose={close} />}
      {open.kind === 'stats' && <CampaignStatsDialog campaign={open.campaign} onClose={close} />}
    </Card>
  );
}
