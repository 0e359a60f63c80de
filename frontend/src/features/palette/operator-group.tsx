import { Command } from 'cmdk';
import { ReceiptText, ScrollText, UserRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import { isRequestId } from '../../entities/log/log-filters.ts';
import { adminUserLink, logEntryLink, paths } from '../../entities/page/paths.ts';
import { generatedAdminApi } from '../../shared/api/admin-api.gen.ts';
import { groupStyle, Item } from './palette-item.tsx';

const { useListUsersQuery, useListOrdersQuery } = generatedAdminApi;

/** Fewer letters are in nearly every name. */
const MIN_LETTERS = 3;
const MAX_LETTERS = 100;
const TYPING_PAUSE_MS = 300;
const MAX_RESULTS = 5;

/** The typed text, debounced. */
function useRested(typed: string): string {
  const [rested, setRested] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setRested(typed.trim().slice(0, MAX_LETTERS)), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return rested;
}

interface OperatorGroupProps {
  typed: string;
  go: (to: string) => () => void;
}

/** Accounts and orders of everybody, for administrators. The servers have searched: the palette's own search does not judge again. */
export function OperatorGroup({ typed, go }: OperatorGroupProps) {
  const search = useRested(typed);
  const requestId = typed.trim();
  const skip = search.length < MIN_LETTERS;
  const users = useListUsersQuery({ search, pageSize: MAX_RESULTS }, { skip });
  const orders = useListOrdersQuery({ search, limit: MAX_RESULTS }, { skip });
  if (skip && !isRequestId(requestId)) return null;
  const failed = [users.error && 'Accounts', orders.error && 'Orders'].filter(Boolean);
  const foundUsers = users.currentData ?? [];
  const foundOrders = orders.currentData?.orders ?? [];
  return (
    <>
      {failed.length > 0 && (
        <p role="status" className="px-3 py-2 text-[0.8125rem] text-ink-muted">
          {failed.join(' and ')} could not be searched.
        </p>
      )}
      {isRequestId(requestId) && (
        <Command.Group heading="In the logs of all customers" className={groupStyle} forceMount>
          <Item
            forceMount
            value={`request of anybody ${requestId}`}
            icon={<ScrollText />}
            onSelect={go(`${logEntryLink(requestId)}?of=anybody`)}
          >
            <span className="truncate">
              Request of anybody <span className="font-mono text-[0.8125rem]">{requestId}</span>
            </span>
          </Item>
        </Command.Group>
      )}
      {foundUsers.length > 0 && (
        <Command.Group heading="Accounts" className={groupStyle} forceMount>
          {foundUsers.map(({ id, email, full_name, username }) => (
            <Item
              key={id}
              forceMount
              value={`account ${id}`}
              icon={<UserRound />}
              onSelect={go(adminUserLink(id))}
            >
              <span className="truncate">
                {full_name || username} <span className="text-ink-muted">{email}</span>
              </span>
            </Item>
          ))}
        </Command.Group>
      )}
      {foundOrders.length > 0 && (
        <Command.Group heading="Orders" className={groupStyle} forceMount>
          {foundOrders.map(({ id, order_number, buyer_email, plan_slug }) => (
            <Item
              key={id}
              forceMount
              value={`order ${id}`}
              icon={<ReceiptText />}
              onSelect={go(`${paths.admin}?tab=orders&search=${encodeURIComponent(order_number)}`)}
            >
              <span className="truncate">
                <span className="font-mono text-[0.8125rem]">{order_number}</span>{' '}
                <span className="text-ink-muted">
                  {plan_slug}
                  {buyer_email && `, ${buyer_email}`}
                </span>
              </span>
            </Item>
          ))}
        </Command.Group>
      )}
    </>
  );
}
