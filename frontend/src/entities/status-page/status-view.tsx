import type { PublicStatus } from '../../shared/api/status-api.gen.ts';
import { formatMinute } from '../../shared/lib/format-minute.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { PAGE_WORDS, STATE_WORDS, type StatusIncident, spanOf, toneOf } from './status-words.ts';
import { UptimeDays } from './uptime-days.tsx';

function Incident({ incident }: { incident: StatusIncident }) {
  const { title, state, updates } = incident;
  return (
    <li className="grid gap-2 py-3 text-sm wrap-anywhere last:pb-0">
      <p className="flex flex-wrap items-center gap-2">
        <bdi className="min-w-0 font-[560]">{title}</bdi>
        <Badge tone={toneOf(incident)}>{STATE_WORDS[state]}</Badge>
      </p>
      <p className="text-[0.8125rem] text-ink-faint">{spanOf(incident)}</p>
      {updates.length > 0 && (
        <ol className="grid gap-2 border-l-2 border-line pl-3">
          {updates.map(({ said_at, state: said, text }) => (
            <li key={`${said_at} ${text}`}>
              <p className="text-[0.8125rem] text-ink-muted">
                {STATE_WORDS[said]}, {formatMinute(said_at)}
              </p>
              <p dir="auto" className="whitespace-pre-line">
                {text}
              </p>
            </li>
          ))}
        </ol>
      )}
    </li>
  );
}

function Incidents({ title, incidents }: { title: string; incidents: readonly StatusIncident[] }) {
  if (incidents.length === 0) return null;
  return (
    <section>
      <h2 className="text-base">{title}</h2>
      <ul className="divide-y divide-line">
        {incidents.map((incident) => (
          <Incident key={incident.id} incident={incident} />
        ))}
      </ul>
    </section>
  );
}

/** A site's public status page. All text is the owner's and rendered as plain text. */
export function StatusView({ status, heading: Heading }: { status: PublicStatus; heading: 'h1' | 'h3' }) {
  const { name, note, state, uptime, incidents, updated_at } = status;
  const { label, tone } = PAGE_WORDS[state];
  const planned = incidents.filter((incident) => incident.state === 'planned');
  const past = incidents.filter((incident) => incident.state === 'resolved');
  const running = incidents.filter((incident) => !planned.includes(incident) && !past.includes(incident));
  return (
    <div className="grid gap-6">
      <header className="grid gap-2">
        <Heading className="mb-1 min-w-0 text-xl wrap-anywhere">
          <bdi>{name}</bdi>
        </Heading>
        <Notice tone={tone} title={<span className="text-base leading-5">{label}</span>} />
        {note !== '' && (
          <p dir="auto" className="text-sm whitespace-pre-line wrap-anywhere text-ink-muted">
            {note}
          </p>
        )}
      </header>
      <Incidents title="Ongoing" incidents={running} />
      <Incidents title="Scheduled maintenance" incidents={planned} />
      {uptime !== null && <UptimeDays uptime={uptime} />}
      <Incidents title="Past incidents" incidents={past} />
      {incidents.length === 0 && (
        <p className="text-sm text-ink-muted">No incidents reported in the last 90 days.</p>
      )}
      <p className="text-xs text-ink-faint">Updated {formatMinute(updated_at)}. Days are in UTC.</p>
    </div>
  );
}
