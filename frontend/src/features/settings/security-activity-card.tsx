import { useDispatch } from 'react-redux';
import {
  askForReauthentication,
  needsReauthentication,
  type ReauthenticatingDispatch,
} from '../../entities/session/reauthentication-slice.ts';
import { formatDateTime } from '../../shared/lib/format.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../shared/ui/card.tsx';
import { QueryState } from '../../shared/ui/query-state.tsx';
import { useKeysetPages } from '../../shared/ui/use-keyset-pages.tsx';
import { deviceName } from './device-name.ts';
import { securityEventWords } from './security-event-words.ts';
import { useListSecurityActivityQuery } from './settings-api.ts';

/** Neither failed nor on its way: it comes once the user has confirmed who they are. */
const SHOWN_LATER = { isLoading: false, refetch: () => undefined };

/** What happened around the account's security, newest first. */
export function SecurityActivityCard() {
  const { before, foot } = useKeysetPages();
  const query = useListSecurityActivityQuery(before === undefined ? {} : { before });
  const dispatch = useDispatch<ReauthenticatingDispatch>();
  const hidden = query.data === undefined && needsReauthentication(query.error);
  const data = hidden ? undefined : query.data;
  return (
    <Card className="overflow-hidden">
      <CardHeader
        title="Security Activity"
        description={
          data ? `What happened in the last ${data.kept_days} days` : 'What happened around your account'
        }
      />
      {hidden && (
        <CardBody>
          <Button size="sm" variant="secondary" onClick={() => dispatch(askForReauthentication())}>
            Show activity
          </Button>
        </CardBody>
      )}
      <QueryState query={hidden ? SHOWN_LATER : query} failure="Failed to load the security activity">
        <ul aria-label="Security activity" className="divide-y divide-line px-5 pb-2">
          {data?.entries.map((entry) => (
            <li key={entry.id} className="grid gap-x-4 py-3 text-sm sm:grid-cols-[minmax(0,1fr)_auto]">
              <p className="font-[560] wrap-anywhere">{securityEventWords(entry)}</p>
              <p className="whitespace-nowrap text-ink-muted">{formatDateTime(entry.at)}</p>
              <p className="text-[0.8125rem] wrap-anywhere text-ink-muted">
                {entry.by_administrator ? (
                  'By an administrator'
                ) : (
                  <>
                    <span className="font-mono">{entry.ip_address}</span> ·{' '}
                    <bdi title={entry.user_agent}>{deviceName(entry.user_agent) ?? 'Unknown device'}</bdi>
                  </>
                )}
              </p>
            </li>
          ))}
          {data?.entries.length === 0 && (
            <li className="py-3 text-sm text-ink-muted">Nothing happened yet.</li>
          )}
        </ul>
        {foot(data?.next ?? null)}
      </QueryState>
    </Card>
  );
}
