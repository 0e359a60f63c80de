import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { formatDateTime } from '../../shared/lib/format.ts';
import { messageOf } from '../../shared/lib/problem.ts';
import { attempt } from '../../shared/ui/attempt.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { Menu } from '../../shared/ui/menu.tsx';
import { SecretDialog } from '../../shared/ui/secret-dialog.tsx';
import { toast } from '../../shared/ui/toast.ts';
import { CHANNEL_KINDS, deliveryError } from './alert-words.ts';
import {
  type AlertChannel,
  useDeleteAlertChannelMutation,
  useRotateAlertChannelSecretMutation,
  useTestAlertChannelMutation,
  useUpdateAlertChannelMutation,
} from './alerts-api.ts';
import { ChannelDialog } from './channel-dialog.tsx';
import { DeliveriesDialog } from './deliveries-dialog.tsx';

const LAST = { delivered: 'delivered', waiting: 'is being tried', failed: 'failed' } as const;

export function ChannelRow({ channel }: { channel: AlertChannel }) {
  const { id, name, kind, hint, is_active, last_delivery: last } = channel;
  const [test, { isLoading: testing }] = useTestAlertChannelMutation();
  const [update] = useUpdateAlertChannelMutation();
  const [remove, { isLoading: removing }] = useDeleteAlertChannelMutation();
  const [rotate] = useRotateAlertChannelSecretMutation();
  const [open, setOpen] = useState<'edit' | 'deliveries' | 'removal' | null>(null);
  const [secret, setSecret] = useState<string | null>(null);

  const sendTest = async () => {
    try {
      const { state, last_error } = await test({ id }).unwrap();
      if (state === 'delivered') toast.success(`${name} took the test`);
      else toast.error(`${deliveryError(last_error ?? '')}.`);
    } catch (error) {
      toast.error(messageOf(error, 'Failed to send the test'));
    }
  };
  const newSecret = async () => {
    try {
      setSecret((await rotate({ id }).unwrap()).secret);
    } catch (error) {
      toast.error(messageOf(error, 'Failed to create a new secret'));
    }
  };
  const toggle = () =>
    attempt(update({ id, alertChannelUpdate: { is_active: !is_active } }).unwrap(), {
      success: is_active ? 'Channel switched off' : 'Channel switched on',
      failure: 'Failed to change the channel',
    });

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-4 text-sm">
      <div className="min-w-0 flex-1 basis-52 wrap-anywhere">
        <p className="flex flex-wrap items-center gap-2 font-[560]">
          <bdi className="min-w-0">{name}</bdi>
          {!is_active && (
            <Badge tone="warn">
              {channel.disabled_reason === 'gone' ? 'Off: its address no longer exists' : 'Off'}
            </Badge>
          )}
        </p>
        <p className="text-[0.8125rem] break-words text-ink-muted">
          {CHANNEL_KINDS[kind].label}
          {kind !== 'mail' && ` · ${hint}`}
          {last !== null && ` · last message ${LAST[last.state]}, ${formatDateTime(last.at)}`}
        </p>
      </div>
      <div className="flex items-center gap-2">
        <Button size="sm" variant="secondary" busy={testing} onClick={() => void sendTest()}>
          Send a test
        </Button>
        <Menu
          label={`More for ${name}`}
          trigger={<Button size="icon" variant="ghost" icon={<Ellipsis className="size-4" />} />}
          entries={[
            { key: 'edit', label: 'Edit', onSelect: () => setOpen('edit') },
            { key: 'log', label: 'Delivery log', onSelect: () => setOpen('deliveries') },
            ...(kind === 'webhook'
              ? [{ key: 'secret', label: 'New signing secret', onSelect: () => void newSecret() }]
              : []),
            { key: 'toggle', label: is_active ? 'Switch off' : 'Switch on', onSelect: () => void toggle() },
            { key: 'remove', label: 'Remove', tone: 'danger' as const, onSelect: () => setOpen('removal') },
          ]}
        />
      </div>
      {open === 'edit' && <ChannelDialog channel={channel} onClose={() => setOpen(null)} />}
      {open === 'deliveries' && <DeliveriesDialog channel={channel} onClose={() => setOpen(null)} />}
      {secret !== null && <SecretDialog receiver="program" secret={secret} onClose={() => setSecret(null)} />}
      <ConfirmDialog
        open={open === 'removal'}
        title={`Remove ${name}?`}
        confirmLabel="Remove channel"
        busy={removing}
        onCancel={() => setOpen(null)}
        onConfirm={() =>
          void attempt(remove({ id }).unwrap(), {
            success: 'Channel removed',
            failure: 'Failed to remove the channel',
          })
        }
      >
        Its delivery log is deleted too. Rules no longer notify it.
      </ConfirmDialog>
    </li>
  );
}
