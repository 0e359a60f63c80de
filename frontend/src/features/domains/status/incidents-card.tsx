import { useState } from 'react';
import { useDeleteStatusIncidentMutation } from '../../../entities/status-page/status-api.ts';
import {
  STATE_WORDS,
  type StatusIncident,
  spanOf,
  toneOf,
} from '../../../entities/status-page/status-words.ts';
import type { StatusPage } from '../../../shared/api/status-api.gen.ts';
import { attempt } from '../../../shared/ui/attempt.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Card, CardHeader } from '../../../shared/ui/card.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { EmptyLine } from '../../../shared/ui/empty-state.tsx';
import { IncidentDialog } from './incident-dialog.tsx';
import { UpdateDialog } from './update-dialog.tsx';

type Doing =
  | { what: 'open'; kind: 'incident' | 'maintenance' }
  | { what: 'update' | 'delete'; incident: StatusIncident };

/** Incidents on the status page: open, update, resolve, delete. */
export function IncidentsCard({ domainName, page }: { domainName: string; page: StatusPage }) {
  const [doing, setDoing] = useState<Doing | null>(null);
  const [remove, { isLoading: removing }] = useDeleteStatusIncidentMutation();
  const written = page.preview.incidents.filter(({ kind }) => kind !== 'outage');
  const close = () => setDoing(null);
  const confirm = async (incident: StatusIncident) => {
    await attempt(remove({ domain: domainName, id: incident.id }).unwrap(), {
      success: 'The incident is off the page',
      failure: 'The incident could not be deleted',
    });
    close();
  };
  return (
    <Card>
      <CardHeader
        title="Incidents and maintenance"
        description={
          page.slug === null
            ? 'Save the page first.'
            : 'Written by you. The page shows those of the last 90 days.'
        }
        action={
          <div className="flex flex-wrap gap-2">
            <Button
              size="sm"
              variant="secondary"
              disabled={page.slug === null}
              onClick={() => setDoing({ what: 'open', kind: 'maintenance' })}
            >
              Plan maintenance
            </Button>
            <Button
              size="sm"
              disabled={page.slug === null}
              onClick={() => setDoing({ what: 'open', kind: 'incident' })}
            >
              Open an incident
            </Button>
          </div>
        }
      />
      {written.length === 0 ? (
        <EmptyLine>No incidents in the last 90 days.</EmptyLine>
      ) : (
        <ul className="divide-y divide-line px-5 pb-2">
          {written.map((incident) => (
            <li key={incident.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 text-sm">
              <div className="min-w-0 flex-1 basis-52 wrap-anywhere">
                <p className="flex flex-wrap items-center gap-2">
                  <bdi className="min-w-0 font-[560]">{incident.title}</bdi>
                  <Badge tone={toneOf(incident)}>{STATE_WORDS[incident.state]}</Badge>
                </p>
                <p className="text-[0.8125rem] text-ink-faint">{spanOf(incident)}</p>
              </div>
              <div className="flex gap-2">
                <Button
                  size="sm"
                  variant="secondary"
                  aria-label={`Update ${incident.title}`}
                  onClick={() => setDoing({ what: 'update', incident })}
                >
                  Update
                </Button>
                <Button
                  size="sm"
                  variant="ghost"
                  aria-label={`Delete ${incident.title}`}
                  onClick={() => setDoing({ what: 'delete', incident })}
                >
                  Delete
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      {doing?.what === 'open' && <IncidentDialog domainName={domainName} kind={doing.kind} onClose={close} />}
      {doing?.what === 'update' && (
        <UpdateDialog domainName={domainName} incident={doing.incident} onClose={close} />
      )}
      {doing?.what === 'delete' && (
        <ConfirmDialog
          open
          title={`Delete ${doing.incident.title}?`}
          confirmLabel="Delete"
          busy={removing}
          onConfirm={() => confirm(doing.incident)}
          onCancel={close}
        >
          It is removed from the page and its feed, with all its updates. To end it, post an update instead.
        </ConfirmDialog>
      )}
    </Card>
  );
}
