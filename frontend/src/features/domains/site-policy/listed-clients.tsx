import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { useListClientListsQuery } from '../../../entities/client-list/lists-api.ts';
import { useLiftBanMutation, useListBansQuery, withoutBan } from '../../../entities/domain/domains-api.ts';
import type { Ban } from '../../../shared/api/types.ts';
import { messageOf } from '../../../shared/lib/problem.ts';
import { ErrorState } from '../../../shared/ui/error-state.tsx';
import { toast } from '../../../shared/ui/toast.ts';
import { BANS_A_PAGE, BanRows } from './ban-rows.tsx';

const LISTED = /^list\/(?<list>[0-9a-f-]{36})\/(?<client>.+)$/;

/** Clients that custom rules added to lists for a time; renders nothing if there are none. */
export default function ListedClients({ domainId }: { domainId: string }) {
  const dispatch = useDispatch();
  const [offset, setOffset] = useState(0);
  const page = { id: domainId, kind: 'listings' as const, offset, limit: BANS_A_PAGE };
  const { data, error, refetch } = useListBansQuery(page, { refetchOnMountOrArgChange: true });
  const { data: named } = useListClientListsQuery();
  const [lift] = useLiftBanMutation();

  const listed = ({ address }: Ban) => {
    const { list = '', client = address } = LISTED.exec(address)?.groups ?? {};
    return { client, list: named?.lists.find(({ id }) => id === list)?.name ?? list };
  };
  const takeOff = async (ban: Ban) => {
    const { client, list } = listed(ban);
    const undo = withoutBan(dispatch, page, ban.address);
    try {
      await lift({ id: domainId, address: ban.address }).unwrap();
      toast.success(`${client} is off the list ${list}`);
    } catch (failure) {
      undo();
      toast.error(messageOf(failure, `Failed to remove ${client} off the list ${list}`));
    }
  };

  if (error && !data)
    return <ErrorState message={messageOf(error, 'Failed to load the clients on lists')} onRetry={refetch} />;
  if (!data || data.total === 0) return null;
  return (
    <section className="grid grid-cols-1 gap-4" aria-labelledby="listed-clients">
      <div>
        <h3 id="listed-clients" className="text-sm">
          On lists
        </h3>
        <p className="text-sm text-ink-muted">
          Clients that custom rules have added to a list temporarily. They are not banned: the rules that use
          the list define the action.
        </p>
      </div>
      <BanRows
        label="Clients on lists"
        counted="clients on lists"
        list={data}
        offset={offset}
        onOffset={setOffset}
        wordsOf={(ban) => {
          const { client, list } = listed(ban);
          return {
            name: client,
            text: `On the list ${list}`,
            button: 'Take off',
            action: `Take ${client} off the list ${list}`,
          };
        }}
        onLift={takeOff}
      />
    </section>
  );
}
