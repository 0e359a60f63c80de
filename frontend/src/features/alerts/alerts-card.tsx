import { BellOff, Check } from 'lucide-react';
import { Link } from 'react-router-dom';
import { formatDateTime } from '../../shared/lib/format.ts';
import { attempt } from '../../shared/ui/attempt.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button, ButtonLink } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { QueryState } from '../../shared/ui/query-state.tsx';
import { alertRequests } from './alert-requests.ts';
import { SEVERITIES } from './alert-words.ts';
import { type Alert, useAcknowledgeAlertMutation, useListAlertsQuery } from './alerts-api.ts';

const POLL_MS = 30_000;

export function AlertsCard() {
  const query = useListAlertsQuery(undefined, {
    refetchOnMountOrArgChange: true,
    pollingInterval: POLL_MS,
    skipPollingIfUnfocused: true,
  });
  const alerts = query.data?.alerts ?? [];
  return (
    <Card className="pt-4">
      <QueryState query={query} failure="Failed to load alerts">
        {alerts.length === 0 ? (
          <EmptyState
            icon={<Check />}
            title="Nothing has fired"
            action={
              <ButtonLink to="?tab=rules" variant="secondary" size="sm">
                See your rules
              </ButtonLink>
            }
          >
            Rules define when an alert fires, channels where you are notified.
          </EmptyState>
        ) : (
          <ul className="divide-y divide-line px-5">
            {alerts.map((alert) => (
              <AlertRow key={alert.id} alert={alert} />
            ))}
          </ul>
        )}
      </QueryState>
    </Card>
  );
}

function AlertRow({ alert }: { alert: Alert }) {
  const [acknowledge, { isLoading }] = useAcknowledgeAlertMutation();
  const goesOn = alert.resolved_at === null;
  const severity = SEVERITIES[alert.severity];
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 py-4 text-sm">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-2 font-[560]">
          <bdi className="min-w-0 wrap-anywhere">{alert.rule_name}</bdi>
          <Badge tone={goesOn ? severity.tone : 'neutral'}>{goesOn ? severity.label : 'Resolved'}</Badge>
          {alert.is_silent && (
            <Badge>
              <BellOff aria-hidden="true" />
              Silenced
            </Badge>
          )}
        </p>
        <p className="mt-0.5 wrap-anywhere text-ink-muted">{alert.summary}</p>
        {goesOn && alert.note !== '' && (
          <p dir="auto" className="mt-1 wrap-anywhere">
            {alert.note}
          </p>
        )}
        <p className="mt-1 text-[0.8125rem] wrap-anywhere text-ink-faint">
          <bdi>{alert.domain_name ?? 'All domains'}</bdi> · {formatDateTime(alert.fired_at)}
          {alert.resolved_at !== null && ` to ${formatDateTime(alert.resolved_at)}`}
          {alert.acknowledged_at !== null && ` · acknowledged ${formatDateTime(alert.acknowledged_at)}`}
        </p>
        <Link
          to={alertRequests(alert)}
          aria-label={`Show the requests of ${alert.rule_name}`}
          className="link mt-1 inline-flex min-h-6 items-center text-[0.8125rem]"
        >
          Show the requests
        </Link>
      </div>
      {goesOn && alert.acknowledged_at === null && (
        <Button
          size="sm"
          variant="secondary"
          busy={isLoading}
          onClick={() =>
            void attempt(acknowledge({ id: alert.id }).unwrap(), {
              success: 'Alert acknowledged',
              failure: 'Failed to acknowledge the alert',
            })
          }
        >
          Acknowledge
        </Button>
      )}
    </li>
  );
}
