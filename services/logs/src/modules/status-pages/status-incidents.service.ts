import { Injectable } from '@nestjs/common';
import { uuidV7 } from '@palisade/messaging';
import { affectedRows, DomainError, type UserId } from '@palisade/nest-kit';
import type { EntityManager } from 'typeorm';
import { PublicStatusService } from './public-status.service.ts';
import type { WrittenIncident } from './standing.rules.ts';
import { StatusPageRepository } from './status-page.repository.ts';
import {
  INCIDENT_STATES,
  type IncidentInput,
  MAINTENANCE_STATES,
  type OwnerPage,
  type UpdateInput,
} from './status-page.schema.ts';
import { StatusPagesService } from './status-pages.service.ts';

/** Maximum stored incidents of one page; those of the last 90 days are shown. */
export const MAX_INCIDENTS = 100;
/** Maximum updates of one incident. */
export const MAX_UPDATES = 50;
/** Maximum characters of all texts on a page: everybody who has its address can load all of it any number of times. */
export const MAX_CHARACTERS = 100_000;
/** Characters that an update counts in addition to its text. */
const UPDATE_CHARACTERS = 100;

const incidentNotFound = () =>
  new DomainError('not_found', 'status_incident_not_found', 'Incident not found');
const refused = (code: string, path: string, message: string) =>
  new DomainError('unprocessable', code, message, { fields: [{ path, message }] });

/** Incidents that owners publish on their status pages. Every call returns the updated page. */
@Injectable()
export class StatusIncidentsService {
  constructor(
    private readonly statusPages: StatusPagesService,
    private readonly pages: StatusPageRepository,
    private readonly published: PublicStatusService,
  ) {}

  /** @throws DomainError `status_page_not_found`, `too_many_incidents`, `too_much_said`, `incident_ends_before` */
  open(userId: UserId, domain: string, input: IncidentInput): Promise<OwnerPage> {
    const now = Date.now();
    const begins = input.begins_at === undefined ? now : Date.parse(input.begins_at);
    const isPlanned = input.kind === 'maintenance';
    if (isPlanned && Date.parse(input.ends_at) <= begins)
      throw refused('incident_ends_before', 'ends_at', 'The end must be after the start');
    if (!isPlanned && begins > now)
      throw refused('incident_begins_later', 'begins_at', 'An incident cannot start in the future');
    const impact = isPlanned ? 'none' : input.impact;
    const state = isPlanned ? 'planned' : input.state;
    const endsAt = isPlanned ? input.ends_at : state === 'resolved' ? new Date(now).toISOString() : null;
    return this.change(userId, domain, async (manager, siteNo) => {
      await this.refuseBeyond(manager, siteNo);
      const id = uuidV7();
      await manager.query(
        `INSERT INTO status_incidents (incident_id, site_no, kind, impact, title, begins_at, ends_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)`,
        [id, siteNo, input.kind, impact, input.title, new Date(begins), endsAt],
      );
      await say(manager, siteNo, id, { state, text: input.text });
    });
  }

  /** Adds an update. A resolved incident ends now; a later update that is not "resolved" reopens it. */
  update(userId: UserId, domain: string, incidentId: string, input: UpdateInput): Promise<OwnerPage> {
    return this.change(userId, domain, async (manager, siteNo) => {
      const [incident]: WrittenIncident[] = await manager.query(
        'SELECT * FROM status_incidents WHERE incident_id = $1 AND site_no = $2',
        [incidentId, siteNo],
      );
      if (incident === undefined) throw incidentNotFound();
      const states: readonly string[] = incident.kind === 'incident' ? INCIDENT_STATES : MAINTENANCE_STATES;
      if (!states.includes(input.state))
        throw refused('incident_state_unknown', 'state', `This takes ${states.join(', ').replace('_', ' ')}`);
      if (input.state === 'planned' && !(await isStillPlanned(manager, incident)))
        throw refused('maintenance_has_begun', 'state', 'It has started or is over: plan a new one');
      const [counted]: { updates: number }[] = await manager.query(
        'SELECT count(*)::int AS updates FROM status_updates WHERE incident_id = $1',
        [incidentId],
      );
      if ((counted?.updates ?? 0) >= MAX_UPDATES)
        throw new DomainError(
          'conflict',
          'too_many_updates',
          `An incident can have at most ${MAX_UPDATES} updates`,
        );
      await say(manager, siteNo, incidentId, input);
      if (input.state === 'resolved')
        // Maintenance that is cancelled before its start ends at its planned start.
        await manager.query(
          `UPDATE status_incidents SET ends_at = greatest(begins_at, least(ends_at, now())) WHERE incident_id = $1`,
          [incidentId],
        );
      else if (incident.kind === 'incident')
        await manager.query('UPDATE status_incidents SET ends_at = NULL WHERE incident_id = $1', [
          incidentId,
        ]);
      else if (input.state === 'under_way')
        // Maintenance that begins early or takes longer than planned has no known end.
        await manager.query(
          `UPDATE status_incidents SET begins_at = least(begins_at, now()),
             ends_at = CASE WHEN ends_at > greatest(begins_at, now()) THEN ends_at END WHERE incident_id = $1`,
          [incidentId],
        );
    });
  }

  /** Deletes an incident with all its updates. */
  remove(userId: UserId, domain: string, incidentId: string): Promise<OwnerPage> {
    return this.change(userId, domain, async (manager, siteNo) => {
      const count = await affectedRows(
        manager,
        'DELETE FROM status_incidents WHERE incident_id = $1 AND site_no = $2',
        [incidentId, siteNo],
      );
      if (count === 0) throw incidentNotFound();
    });
  }

  private async change(
    userId: UserId,
    domain: string,
    work: (manager: EntityManager, siteNo: number) => Promise<void>,
  ): Promise<OwnerPage> {
    const { page, owned } = await this.statusPages.savedPage(userId, domain);
    await this.pages.inTurn(page.site_no, (manager) => work(manager, page.site_no));
    this.published.forget([page.slug]);
    return this.statusPages.viewOf(page.site_no, owned);
  }

  private async refuseBeyond(manager: EntityManager, siteNo: number): Promise<void> {
    const [counted]: { incidents: number }[] = await manager.query(
      'SELECT count(*)::int AS incidents FROM status_incidents WHERE site_no = $1',
      [siteNo],
    );
    if ((counted?.incidents ?? 0) >= MAX_INCIDENTS)
      throw new DomainError(
        'conflict',
        'too_many_incidents',
        `A page takes ${MAX_INCIDENTS} incidents: delete one that nobody needs any more`,
      );
  }
}

/** Maintenance that has begun or was cancelled cannot be set back to planned. */
async function isStillPlanned(manager: EntityManager, incident: WrittenIncident): Promise<boolean> {
  const [last]: { state: string }[] = await manager.query(
    'SELECT state FROM status_updates WHERE incident_id = $1 ORDER BY said_at DESC, update_id DESC LIMIT 1',
    [incident.incident_id],
  );
  return last?.state === 'planned' && incident.begins_at.getTime() > Date.now();
}

/** @throws DomainError `too_much_said` */
async function say(
  manager: EntityManager,
  siteNo: number,
  incidentId: string,
  { state, text }: UpdateInput,
): Promise<void> {
  const [said]: { characters: number }[] = await manager.query(
    `SELECT coalesce(sum(length(text) + ${UPDATE_CHARACTERS}), 0)::int AS characters
     FROM status_updates JOIN status_incidents USING (incident_id) WHERE site_no = $1`,
    [siteNo],
  );
  if ((said?.characters ?? 0) + text.length + UPDATE_CHARACTERS > MAX_CHARACTERS)
    throw new DomainError(
      'conflict',
      'too_much_said',
      `A page takes ${MAX_CHARACTERS} characters: delete an incident that nobody needs any more`,
    );
  await manager.query(
    'INSERT INTO status_updates (update_id, incident_id, state, text, said_at) VALUES ($1, $2, $3, $4, clock_timestamp())',
    [uuidV7(), incidentId, state, text],
  );
}
