import { ChartNoAxesColumn, Pause, Pencil, Plus, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import {
  useCampaignsQuery,
  useDeleteCampaignMutation,
  usePauseCampaignMutation,
  useSendCampaignMutation,
} from '../../../shared/api/admin-api.ts';
import type { Campaign } from '../../../shared/api/types.ts';
import { attempt } from '../../../shared/lib/attempt.ts';
import { formatCount, formatDate } from '../../../shared/lib/format.ts';
import { Badge, type BadgeTone } from '../../../shared/ui/badge.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Card, CardHeader } from '../../../shared/ui/card.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { Table, Td, Th } from '../../../shared/ui/table.tsx';
import { ListState } from '../list-state.tsx';
import { CampaignDialog } from './campaign-dialog.tsx';
import { CampaignStatsDialog } from './campaign-stats-dialog.tsx';

const POLL_WHILE_SENDING_MS = 5000;

const tones: Record<Campaign['status'], BadgeTone> = {
  draft: 'neutral',
  sending: 'info',
  paused: 'warn',
  completed: 'ok',
  failed: 'danger',
};

type Open = { kind: 'none' } | { kind: 'add' } | { kind: 'edit' | 'stats'; campaign: Campaign };

export function CampaignsTab() {
  const [sendingNow, setSendingNow] = useState(false);
  const query = useCampaignsQuery(undefined, { pollingInterval: sendingNow ? POLL_WHILE_SENDING_MS : 0 });
  const anySending = query.data?.some(({ status }) => status === 'sending') ?? false;
  if (anySending !== sendingNow) setSendingNow(anySending);

  const [send] = useSendCampaignMutation();
  const [pause] = usePauseCampaignMutation();
  const [remove] = useDeleteCampaignMutation();
  const [open, setOpen] = useState<Open>({ kind: 'none' });
  const close = () => setOpen({ kind: 'none' });

  const confirmDelete = (campaign: Campaign) => {
    if (!window.confirm(`Delete campaign "${campaign.name}"?`)) return;
    attempt(remove(campaign.id).unwrap(), { success: 'Campaign deleted', failure: 'Failed to delete' });
  };

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
        {query.data?.length === 0 ? (
          <EmptyState icon={<Send />} title="No campaigns yet">
            Write to all users, subscribers, plans or a list of your own.
          </EmptyState>
        ) : (
          <Table label="Campaigns" className="min-w-[52rem]">
            <thead>
              <tr>
                {['Campaign', 'Audience', 'Status', 'Sent', 'Failed', 'Created', 'Actions'].map((column) => (
                  <Th key={column}>{column}</Th>
                ))}
              </tr>
            </thead>
            <tbody>
              {query.data?.map((campaign) => (
                <tr key={campaign.id} className="last:[&>td]:border-b-0">
                  <Td>
                    <p className="font-[560]">{campaign.name}</p>
                    <p className="text-[0.8125rem] text-ink-muted">{campaign.subject}</p>
                  </Td>
                  <Td className="capitalize">{campaign.target_audience}</Td>
                  <Td>
                    <Badge tone={tones[campaign.status]} className="capitalize">
                      {campaign.status}
                    </Badge>
                  </Td>
                  <Td className="tabular">
                    {formatCount(campaign.emails_sent)} / {formatCount(campaign.total_recipients)}
                  </Td>
                  <Td className="tabular">{formatCount(campaign.emails_failed)}</Td>
                  <Td className="whitespace-nowrap text-ink-muted">{formatDate(campaign.created_at)}</Td>
                  <Td>
                    <span className="flex gap-1">
                      {(campaign.status === 'draft' || campaign.status === 'paused') && (
                        <Button
                          variant="ghost"
                          size="icon"
                          aria-label={`Send ${campaign.name}`}
                          icon={<Send className="size-4" />}
                          onClick={() =>
                            attempt(send(campaign.id).unwrap(), {
                              success: 'Campaign started in background!',
                              failure: 'Failed to start',
                            })
                          }
                        />
                      )}
                      {campaign.status === 'draft' && (
                        <Button
                          variant="ghost"
                          size="icon"
                          aria-label={`Edit ${campaign.name}`}
                          icon={<Pencil className="size-4" />}
                          onClick={() => setOpen({ kind: 'edit', campaign })}
                        />
                      )}
                      {campaign.status === 'sending' && (
                        <Button
                          variant="ghost"
                          size="icon"
                          aria-label={`Pause ${campaign.name}`}
                          icon={<Pause className="size-4" />}
                          onClick={() =>
                            attempt(pause(campaign.id).unwrap(), {
                              success: 'Campaign paused',
                              failure: 'Failed to pause',
                            })
                          }
                        />
                      )}
                      <Button
                        variant="ghost"
                        size="icon"
                        aria-label={`Stats of ${campaign.name}`}
                        icon={<ChartNoAxesColumn className="size-4" />}
                        onClick={() => setOpen({ kind: 'stats', campaign })}
                      />
                      {campaign.status !== 'sending' && (
                        <Button
                          variant="ghost"
                          size="icon"
                          className="text-danger-text"
                          aria-label={`Delete ${campaign.name}`}
                          icon={<Trash2 className="size-4" />}
                          onClick={() => confirmDelete(campaign)}
                        />
                      )}
                    </span>
                  </Td>
                </tr>
              ))}
            </tbody>
          </Table>
        )}
      </ListState>
      {open.kind === 'add' && <CampaignDialog onClose={close} />}
      {open.kind === 'edit' && <CampaignDialog campaign={open.campaign} onClose={close} />}
      {open.kind === 'stats' && <CampaignStatsDialog campaign={open.campaign} onClose={close} />}
    </Card>
  );
}
