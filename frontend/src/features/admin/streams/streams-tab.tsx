import {
  useCreateOperatorLogStreamMutation,
  useDeleteOperatorLogStreamMutation,
  useListOperatorLogStreamsQuery,
  useRotateOperatorLogStreamSecretMutation,
  useTestOperatorLogStreamMutation,
  useUpdateOperatorLogStreamMutation,
} from '../../../entities/log-stream/log-streams-api.ts';
import type { StreamCalls } from '../../../entities/log-stream/stream-calls.ts';
import { StreamsCard } from '../../../entities/log-stream/streams-card.tsx';

const REFRESH_MS = 10_000;

export function StreamsTab() {
  const query = useListOperatorLogStreamsQuery(undefined, {
    pollingInterval: REFRESH_MS,
    skipPollingIfUnfocused: true,
  });
  const [create] = useCreateOperatorLogStreamMutation();
  const [update] = useUpdateOperatorLogStreamMutation();
  const [remove] = useDeleteOperatorLogStreamMutation();
  const [test] = useTestOperatorLogStreamMutation();
  const [rotate] = useRotateOperatorLogStreamSecretMutation();
  const calls: StreamCalls = {
    create: ({ domain: _all, ...stream }) => create({ operatorLogStreamCreate: stream }).unwrap(),
    update: (id, change) => update({ id, logStreamUpdate: change }).unwrap(),
    remove: (id) => remove({ id }).unwrap(),
    test: (id) => test({ id }).unwrap(),
    rotate: (id) => rotate({ id }).unwrap(),
  };
  return (
    <StreamsCard
      query={query}
      calls={calls}
      domains={null}
      description="Records of all sites, for the operator’s own systems"
    />
  );
}
