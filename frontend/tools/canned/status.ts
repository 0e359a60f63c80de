// Status pages, as their owner and the public see them.

import type { AdminStatusPage } from '../../src/shared/api/openapi.gen.ts';
import type {
  StatusIncident as Incident,
  PublicStatus,
  StatusPage,
} from '../../src/shared/api/status-api.gen.ts';
import { ago, id } from './common.ts';
import type { Bodies } from './reply.ts';

const DAY_MS = 86_400_000;
const SHOWN_DAYS = 90;
/** Days ago → minutes without an answer. */
const FAULTS: Readonly<Record<number, number>> = { 12: 4, 13: 38, 51: 2 };
const KNOWN_DAYS = 74;

const days = Array.from({ length: SHOWN_DAYS }, (_, at) => {
  const daysAgo = SHOWN_DAYS - 1 - at;
  const down = FAULTS[daysAgo] ?? 0;
  return {
    day: new Date(Date.parse(ago(0)) - daysAgo * DAY_MS).toISOString().slice(0, 10),
    percent: daysAgo >= KNOWN_DAYS ? null : Math.floor((1 - down / 1_440) * 100_000) / 1_000,
    down_minutes: down,
  };
});

export const publicStatus: PublicStatus = {
  name: 'Keramik Lindner',
  note: 'Orders by telephone go on: see the imprint of our shop.',
  state: 'degraded',
  uptime: { percent: 99.958, days },
  incidents: [
    {
      ...{ id: id(952), kind: 'maintenance', impact: 'none', title: 'New database server', state: 'planned' },
      ...{ begins_at: ago(-2_000), ends_at: ago(-2_120) },
      updates: [
        { state: 'planned', text: 'The shop can be read, nothing can be ordered.', said_at: ago(300) },
      ],
    },
    {
      ...{
        id: id(950),
        kind: 'incident',
        impact: 'degraded',
        title: 'Payment by card fails',
        state: 'identified',
      },
      ...{ begins_at: ago(70), ends_at: null },
      updates: [
        { state: 'identified', text: 'Our payment provider knows of it.\nPayPal works.', said_at: ago(20) },
        { state: 'investigating', text: 'Some cards are refused.', said_at: ago(65) },
      ],
    },
    {
      ...{ id: id(951), kind: 'outage', impact: 'down', title: 'The site did not answer', state: 'resolved' },
      ...{ begins_at: ago(13 * 1_440), ends_at: ago(13 * 1_440 - 38), updates: [] },
    },
  ],
  updated_at: ago(20),
};

const [planned, open, over] = publicStatus.incidents as [Incident, Incident, Incident];
/** The states that visitors should tell apart, and a page of a site that has just begun. */
export const publicStates: Readonly<Record<string, PublicStatus>> = {
  up: { ...publicStatus, state: 'up', incidents: [over] },
  down: {
    ...publicStatus,
    state: 'down',
    incidents: [{ ...over, state: 'investigating', begins_at: ago(9), ends_at: null }, open, over],
  },
  maintenance: {
    ...publicStatus,
    state: 'maintenance',
    incidents: [{ ...planned, begins_at: ago(15), ends_at: ago(-105), state: 'under_way' }, over],
  },
  fresh: { ...publicStatus, note: '', state: 'up', uptime: null, incidents: [] },
};

const page: StatusPage = {
  ...{ is_on: true, name: publicStatus.name, note: publicStatus.note, slug: 'keramik-lindner' },
  ...{ shows_uptime: true, shows_outages: true, suspension: null, preview: publicStatus },
};

const pageOf = (domain_name: string, suspension: AdminStatusPage['suspension']): AdminStatusPage => ({
  domain_id: id(domain_name.length),
  domain_name,
  owner_id: id(30),
  slug: domain_name.split('.')[0] ?? '',
  name: publicStatus.name,
  note: '',
  is_on: suspension === null,
  suspension,
});
export const suspendedPage = pageOf('bank-login-help.example', {
  since: ago(60),
  reason: 'It speaks for a bank that does not own this site.',
});
/** As its owner sees one that an administrator has taken from the public. */
export const suspendedOwnPage: StatusPage = {
  ...page,
  is_on: false,
  suspension: suspendedPage.suspension,
};

/** Method and path → body. */
export const answers = {
  'GET /api/status-pages/{domain}': page,
  'GET /api/admin/logs/status-pages': { pages: [pageOf('keramik-lindner.example', null), suspendedPage] },
  'GET /api/status/{slug}': publicStatus,
} satisfies Bodies;
