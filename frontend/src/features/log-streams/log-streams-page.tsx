import { lazy, Suspense } from 'react';
import { useListDomainsQuery } from '../../entities/domain/domains-api.ts';
import {
  useCreateLogStreamMutation,
  useDeleteLogStreamMutation,
  useListLogStreamsQuery,
  useRotateLogStreamSecretMutation,
  useTestLogStreamMutation,
  useUpdateLogStreamMutation,
} from '../../entities/log-stream/log-streams-api.ts';
import type { StreamCalls } from '../../entities/log-stream/stream-calls.ts';
import { MoreStreamsDialog } from '../../entities/plan/upgrade-dialogs.tsx';
import { PageHeader } from '../../shared/ui/page-header.tsx';
import { PageSpinner } from '../../shared/ui/spinner.tsx';

/** Its menus and dialogs come after the page. */
const StreamsCard = lazy(async () => ({
  default: (await import('../../entities/log-stream/streams-card.tsx')).StreamsCard,
}));

const REFRESH_MS = 10_000;

export function LogStreamsPage() {
  const query = useListLogStreamsQuery(undefined, {
    pollingInterval: REFRESH_MS,
    skipPollingIfUnfocused: true,
  });
  const { data: domains = [] } = useListDomainsQuery();
  const [create] = useCreateLogStreamMutation();
  const [update] = useUpdateLogStreamMutation();
  const [remove] = useDeleteLogStreamMutation();
  const [test] = useTestLogStreamMutation();
  const [rotate] = useRotateLogStreamSecretMutation();
  const calls: StreamCalls = {
    create: (stream) => create({ logStreamCreate: stream }).unwrap(),
    update: (id, change) => update({ id, logStreamUpdate: change }).unwrap(),
    remove: (id) => remove({ id }).unwrap(),
    test: (id) => test({ id }).unwrap(),
    rotate: (id) => rotate({ id }).unwrap(),
  };
  return (
    <>
      <PageHeader
        title="Log Streams"
        subtitle="Request logs, sent to your own storage, SIEM or collector as they come."
      />
      <Suspense fallback={<PageSpinner />}>
        <StreamsCard
          query={query}
          calls={calls}
          domains={domains.map(({ domain_name }) => domain_name)}
          limitDialog={(used, onClose) => <MoreStreamsDialog used={used} onClose={onClose} />}
          description="A target that is down for up to three days misses nothing"
        />
      </Suspense>
    </>
  );
}
