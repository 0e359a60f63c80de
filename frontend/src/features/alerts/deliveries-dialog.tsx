import { RotateCw } from 'lucide-react';
import { formatDateTime } from '../../shared/lib/format.ts';
import { attempt } from '../../shared/ui/attempt.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { EmptyLine } from '../../shared/ui/empty-state.tsx';
import { QueryState } from '../../shared/ui/query-state.tsx';
import { deliveryError } from './alert-words.ts';
import {
  type AlertChannel,
  type AlertDelivery,
  useListAlertDeliveriesQuery,
  useReplayAlertDeliveryMutation,
} from './alerts-api.ts';

const POLL_MS = 5_000;
const STATES = {
  delivered: { label: 'Delivered', tone: 'ok' },
  waiting: { label: 'Being tried', tone: 'warn' },
  failed: { label: 'Failed', tone: 'danger' },
} as const;
const MESSAGES = { fired: 'Alert', resolved: 'Resolved', test: 'Test' } as const;

/** Messages sent to a channel, newest first; each can be sent again. */
export function DeliveriesDialog({ channel, onClose }: { channel: AlertChannel; onClose: () => void }) {
  const query = useListAlertDeliveriesQuery(
    { id: channel.id },
    { refetchOnMountOrArgChange: true, pollingInterval: POLL_MS, skipPollingIfUnfocused: true },
  );
  const deliveries = query.data?.deliveries ?? [];
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title={`Delivery log of ${channel.name}`}
      description="The latest 50 of the last 30 days."
    >
      <QueryState query={query} failure="Failed to load deliveries">
        {deliveries.length === 0 && <EmptyLine>Nothing was sent yet.</EmptyLine>}
        <ul className="divide-y divide-line">
          {deliveries.map((delivery) => (
            <DeliveryRow key={delivery.id} channelId={channel.id} delivery={delivery} />
          ))}
        </ul>
      </QueryState>
    </Dialog>
  );
}

function DeliveryRow({ channelId, delivery }: { channelId: string; delivery: AlertDelivery }) {
  const [replay, { isLoading }] = useReplayAlertDeliveryMutation();
  const { label, tone } = STATES[delivery.state];
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 py-3 text-sm">
      <div className="min-w-0 flex-1 basis-52">
        <p className="flex flex-wrap items-center gap-2 font-[560]">
          {MESSAGES[delivery.message]}: <bdi className="min-w-0 wrap-anywhere">{delivery.rule_name}</bdi>
          <Badge tone={tone}>{label}</Badge>
        </p>
        <p className="text-[0.8125rem] text-ink-muted">
          {formatDateTime(delivery.created_at)} · {delivery.attempts}{' '}
          {delivery.attempts === 1 ? 'attempt' : 'attempts'}
          {delivery.last_status !== null && ` · HTTP ${delivery.last_status}`}
          {delivery.duration_ms !== null && ` · ${delivery.duration_ms} ms`}
          {delivery.next_attempt_at !== null && ` · again at ${formatDateTime(delivery.next_attempt_at)}`}
        </p>
        {delivery.last_error !== null && (
          <p className="text-[0.8125rem] text-danger-text">{deliveryError(delivery.last_error)}</p>
        )}
        {delivery.last_answer !== '' && (
          <p className="mt-1 max-h-20 overflow-y-auto rounded-sm bg-sunken px-2 py-1 font-mono text-xs break-all">
            {delivery.last_answer}
          </p>
        )}
      </div>
      {delivery.state !== 'waiting' && (
        <Button
          size="sm"
          variant="secondary"
          busy={isLoading}
          icon={<RotateCw className="size-4" />}
          onClick={() =>
            void attempt(replay({ id: channelId, deliveryId: delivery.id }).unwrap(), {
              success: 'It is sent again',
              failure: 'Failed to send it again',
            })
          }
        >
          Replay
        </Button>
      )}
    </li>
  );
}
