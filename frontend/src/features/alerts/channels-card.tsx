import { Plus, Send } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../shared/ui/button.tsx';
import { Card, CardHeader } from '../../shared/ui/card.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { QueryState } from '../../shared/ui/query-state.tsx';
import { useListAlertChannelsQuery } from './alerts-api.ts';
import { ChannelDialog } from './channel-dialog.tsx';
import { ChannelRow } from './channel-row.tsx';

export function ChannelsCard() {
  const query = useListAlertChannelsQuery();
  const channels = query.data?.channels ?? [];
  const [adding, setAdding] = useState(false);
  const add = (
    <Button size="sm" icon={<Plus className="size-4" />} onClick={() => setAdding(true)}>
      Add channel
    </Button>
  );
  return (
    <Card>
      <CardHeader title="Channels" description="Where alerts are sent" action={channels.length > 0 && add} />
      <QueryState query={query} failure="Failed to load channels">
        {channels.length === 0 ? (
          <EmptyState icon={<Send />} title="No channels yet" action={add}>
            Mail, a webhook, a chat, or an on-call service.
          </EmptyState>
        ) : (
          <ul className="divide-y divide-line px-5">
            {channels.map((channel) => (
              <ChannelRow key={channel.id} channel={channel} />
            ))}
          </ul>
        )}
      </QueryState>
      {adding && <ChannelDialog channel={null} onClose={() => setAdding(false)} />}
    </Card>
  );
}
