import { MonitorSmartphone } from 'lucide-react';
import { useDispatch } from 'react-redux';
import {
  useListSessionsQuery,
  useRevokeOtherSessionsMutation,
  useRevokeSessionMutation,
} from '../../entities/session/auth-api.ts';
import {
  askForReauthentication,
  needsReauthentication,
  type ReauthenticatingDispatch,
} from '../../entities/session/reauthentication-slice.ts';
import { formatRelative } from '../../shared/lib/format.ts';
import { attempt } from '../../shared/ui/attempt.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../shared/ui/card.tsx';
import { QueryState } from '../../shared/ui/query-state.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { deviceName } from './device-name.ts';

export function SessionsCard() {
  const query = useListSessionsQuery();
  const hidden = query.data === undefined && needsReauthentication(query.error);
  const data = hidden ? undefined : query.data;
  const dispatch = useDispatch<ReauthenticatingDispatch>();
  const [end, { isLoading: ending }] = useRevokeSessionMutation();
  const [endOthers, { isLoading: endingOthers }] = useRevokeOtherSessionsMutation();
  const others = data?.filter(({ current }) => !current).length ?? 0;

  /** The list comes by itself then: having confirmed who one is makes it out of date. */
  const show = () => dispatch(askForReauthentication());
  const signOut = (id: string) =>
    attempt(end({ id }).unwrap(), { success: 'Session ended', failure: 'Failed to end the session' });
  const signOutOthers = () =>
    attempt(endOthers().unwrap(), {
      success: 'All other sessions ended',
      failure: 'Failed to end the sessions',
    });

  return (
    <Card>
      <CardHeader
        title="Active Sessions"
        description="Where your account is signed in"
        action={
          others > 1 && (
            <Button size="sm" variant="secondary" busy={endingOthers} onClick={signOutOthers}>
              Sign out all others
            </Button>
          )
        }
      />
      <CardBody>
        {hidden ? (
          <Button size="sm" variant="secondary" onClick={show}>
            Show sessions
          </Button>
        ) : (
          <QueryState
            query={query}
            failure="Failed to load sessions"
            skeleton={<Skeleton className="h-16 w-full" />}
          >
            <ul className="-mb-3 divide-y divide-line">
              {data?.map((session) => (
                <li key={session.id} className="flex items-center gap-x-3 py-3 text-sm sm:gap-x-4">
                  <MonitorSmartphone aria-hidden="true" className="size-5 shrink-0 text-ink-faint" />
                  <div className="min-w-0 flex-1">
                    <p className="truncate font-[560]" title={session.user_agent}>
                      {deviceName(session.user_agent) ?? 'Unknown device'}
                    </p>
                    <p className="text-[0.8125rem] text-ink-muted">
                      <span className="font-mono wrap-anywhere">{session.ip_address}</span> · active{' '}
                      {formatRelative(session.last_seen_at).replace('Just', 'just')}
                    </p>
                  </div>
                  {session.current ? (
                    <Badge tone="ok">This device</Badge>
                  ) : (
                    <Button
                      size="sm"
                      variant="secondary"
                      disabled={ending}
                      onClick={() => signOut(session.id)}
                    >
                      Sign out
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          </QueryState>
        )}
      </CardBody>
    </Card>
  );
}
