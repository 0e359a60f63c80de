import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import type { LogStream } from '../../shared/api/types.ts';
import { formatBytes, formatCount, formatDateTime } from '../../shared/lib/format.ts';
import { messageOf } from '../../shared/lib/problem.ts';
import { attempt } from '../../shared/ui/attempt.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { Menu } from '../../shared/ui/menu.tsx';
import { SecretDialog } from '../../shared/ui/secret-dialog.tsx';
import { toast } from '../../shared/ui/toast.ts';
import type { StreamCalls } from './stream-calls.ts';
import { formatLag, STREAM_KINDS, STREAM_STATES, streamError } from './stream-words.ts';

export function StreamRow({
  stream,
  calls,
  onEdit,
}: {
  stream: LogStream;
  calls: StreamCalls;
  onEdit: () => void;
}) {
  const { id, name, kind, hint, state, domain, is_active } = stream;
  const [testing, setTesting] = useState(false);
  const [removing, setRemoving] = useState(false);
  const [asking, setAsking] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);

  const sendTest = async () => {
    setTesting(true);
    try {
      const { accepted, error, status } = await calls.test(id);
      if (accepted) toast.success(`${name} took the test`);
      else toast.error(`${streamError(error ?? '', status)}.`);
    } catch (error) {
      toast.error(messageOf(error, 'Failed to send the test'));
    } finally {
      setTesting(false);
    }
  };
  const newSecret = async () => {
    try {
      setSecret((await calls.rotate(id)).secret);
    } catch (error) {
      toast.error(messageOf(error, 'Failed to create a new secret'));
    }
  };
  const toggle = () =>
    attempt(calls.update(id, { is_active: !is_active }), {
      success: is_active ? 'Stream paused' : 'Stream resumed',
      failure: 'Failed to change the stream',
    });
  const remove = async () => {
    setRemoving(true);
    await attempt(calls.remove(id), { success: 'Stream removed', failure: 'Failed to remove the stream' });
    setRemoving(false);
  };

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-4 text-sm">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-2 font-[560]">
          <bdi className="min-w-0 wrap-anywhere">{name}</bdi>
          <Badge tone={STREAM_STATES[state].tone}>{STREAM_STATES[state].label}</Badge>
        </p>
        <p className="text-[0.8125rem] wrap-anywhere text-ink-muted">
          <bdi>{domain === null ? 'All sites' : domain.name}</bdi> · {STREAM_KINDS[kind].label} ·{' '}
          <bdi>{hint}</bdi>
          {stream.paused_by_plan &&
            ' · Your plan does not include it at the moment; it resumes automatically once it does.'}
        </p>
        <p className="text-[0.8125rem] text-ink-muted tabular-nums">{figuresOf(stream)}</p>
        {state === 'failing' && stream.last_error !== null && (
          <p className="text-[0.8125rem] break-words text-danger-text">
            {streamError(stream.last_error, stream.last_status)}
            {stream.last_failed_at !== null && `, ${formatDateTime(stream.last_failed_at)}`}
            {stream.last_answer !== '' && `: ${stream.last_answer}`}
          </p>
        )}
      </div>
      <div className="flex items-center gap-2">
        <Button size="sm" variant="secondary" busy={testing} onClick={() => void sendTest()}>
          Send a test
        </Button>
        <Menu
          label={`More for ${name}`}
          trigger={<Button size="icon" variant="ghost" icon={<Ellipsis className="size-4" />} />}
          entries={[
            { key: 'edit', label: 'Edit', onSelect: onEdit },
            { key: 'toggle', label: is_active ? 'Pause' : 'Resume', onSelect: () => void toggle() },
            ...(kind === 'http'
              ? [{ key: 'secret', label: 'New signing secret', onSelect: () => void newSecret() }]
              : []),
            { key: 'remove', label: 'Remove', tone: 'danger' as const, onSelect: () => setAsking(true) },
          ]}
        />
      </div>
      {secret !== null && <SecretDialog receiver="server" secret={secret} onClose={() => setSecret(null)} />}
      <ConfirmDialog
        open={asking}
        title={`Remove ${name}?`}
        confirmLabel="Remove stream"
        busy={removing}
        onCancel={() => setAsking(false)}
        onConfirm={() => void remove()}
      >
        Records that have not been sent yet will not be sent. The log itself is kept.
      </ConfirmDialog>
    </li>
  );
}

function figuresOf({
  delivered_records,
  delivered_bytes,
  waiting_records,
  lag_seconds,
  lost_records,
}: LogStream) {
  const parts = [`${formatCount(delivered_records)} sent, ${formatBytes(delivered_bytes)}`];
  if (waiting_records > 0) parts.push(`${formatCount(waiting_records)} waiting`);
  if (lag_seconds !== null) parts.push(`${formatLag(lag_seconds)} behind`);
  if (lost_records > 0) parts.push(`${formatCount(lost_records)} lost`);
  return parts.join(' · ');
}
