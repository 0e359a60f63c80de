import type { ListCalls } from '../../../entities/client-list/list-calls.ts';
import {
  useCreateOperatorClientListMutation,
  useDeleteOperatorClientListMutation,
  useListOperatorClientListsQuery,
  useRefreshOperatorClientListMutation,
  useUpdateOperatorClientListMutation,
} from '../../../entities/client-list/lists-api.ts';
import { ListsCard } from '../../../entities/client-list/lists-card.tsx';

/** Lists that the operator offers to all owners. */
export default function OperatorLists() {
  const query = useListOperatorClientListsQuery(undefined, { refetchOnMountOrArgChange: true });
  const [create] = useCreateOperatorClientListMutation();
  const [update] = useUpdateOperatorClientListMutation();
  const [remove] = useDeleteOperatorClientListMutation();
  const [refresh] = useRefreshOperatorClientListMutation();
  const calls: ListCalls = {
    create: (list) => create({ clientListCreate: list }).unwrap(),
    update: (id, change) => update({ id, clientListUpdate: change }).unwrap(),
    remove: (id) => remove({ id }).unwrap(),
    refresh: (id) => refresh({ id }).unwrap(),
  };
  return (
    <ListsCard
      query={query}
      calls={calls}
      of="operator"
      title="Offered lists"
      purpose="Lists on this page are available to all owners: the policy of any site can allow, refuse or challenge the clients on them."
    />
  );
}
