import { ChartNoAxesColumn, MailCheck, Pause, Pencil, Play, Send, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { CampaignSummary } from '../../../shared/api/types.ts';
import { attempt } from '../../../shared/ui/attempt.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import {
  usePauseCampaignMutation,
  useResumeCampaignMutation,
  useSendCampaignMutation,
} from '../api/admin-api.ts';
import { audienceText } from './audiences.ts';

interface Action {
  label: string;
  icon: ReactNode;
  states: readonly CampaignSummary['status'][];
  act: () => unknown;
  danger?: boolean;
}

const ANY = ['draft', 'sending', 'paused', 'completed', 'failed'] as const;

interface CampaignActionsProps {
  campaign: CampaignSummary;
  onEdit: () => void;
  onTest: () => void;
  onStats: () => void;
  /** Called after the confirmation. */
  onDelete: () => void;
}

/** Actions that a campaign's status allows. */
export function CampaignActions({ campaign, onEdit, onTest, onStats, onDelete }: CampaignActionsProps) {
  const [send, sending] = useSendCampaignMutation();
  const [asking, setAsking] = useState(false);
  const [pause] = usePauseCampaignMutation();
  const [resume] = useResumeCampaignMutation();
  const { id, name, status, version } = campaign;

  const start = async () => {
    await attempt(send({ id, campaignSend: { version } }).unwrap(), {
      success: 'Campaign started in background!',
      failure: 'Failed to start',
    });
    setAsking(false);
  };

  const confirmDelete = () => {
    if (window.confirm(`Delete campaign "${name}"?`)) onDelete();
  };

  const actions: readonly Action[] = [
    {
      label: `Send ${name}`,
      icon: <Send className="size-4" />,
      states: ['draft'],
      act: () => setAsking(true),
    },
    {
      label: `Resume ${name}`,
      icon: <Play className="size-4" />,
      states: ['paused'],
      act: () =>
        attempt(resume({ id }).unwrap(), { success: 'Campaign resumed', failure: 'Failed to resume' }),
    },
    {
      label: `Pause ${name}`,
      icon: <Pause className="size-4" />,
      states: ['sending'],
      act: () => attempt(pause({ id }).unwrap(), { success: 'Campaign paused', failure: 'Failed to pause' }),
    },
    { label: `Edit ${name}`, icon: <Pencil className="size-4" />, states: ['draft'], act: onEdit },
    {
      label: `Test ${name}`,
      icon: <MailCheck className="size-4" />,
      states: ['draft', 'paused'],
      act: onTest,
    },
    { label: `Stats of ${name}`, icon: <ChartNoAxesColumn className="size-4" />, states: ANY, act: onStats },
    {
      label: `Delete ${name}`,
      icon: <Trash2 className="size-4" />,
      states: ['draft', 'paused', 'completed', 'failed'],
      act: confirmDelete,
      danger: true,
    },
  ];

  return (
    <span className="-mr-2.5 inline-flex">
      {actions
        .filter(({ states }) => states.includes(status))
        .map(({ label, icon, act, danger }) => (
          <Button
            key={label}
            variant="ghost"
            size="icon"
            className={danger ? 'text-danger-text' : undefined}
            aria-label={label}
            title={label}
            icon={icon}
            onClick={act}
          />
        ))}
      <ConfirmDialog
        open={asking}
        title={`Send "${name}" now?`}
        confirmLabel="Send campaign"
        confirmVariant="primary"
        busy={sending.isLoading}
        onCancel={() => setAsking(false)}
        onConfirm={start}
      >
        “{campaign.subject}” goes to {audienceText(campaign)}. Sent emails cannot be recalled.
      </ConfirmDialog>
    </span>
  );
}
