// Lists of addresses: an owner's, and those that the operator offers.
import type { ClientList } from '../../src/shared/api/openapi.gen.ts';
import { ago, id } from './common.ts';
import type { Bodies } from './reply.ts';

const byHand: ClientList = {
  id: id(401),
  name: 'offices',
  note: 'Our own, and the agency’s',
  source: 'hand',
  holds: 'addresses',
  is_offered: false,
  url: null,
  interval_minutes: null,
  entries: 6,
  size_bytes: 46,
  refused: 0,
  refused_lines: [],
  version: 3,
  changed_at: ago(60 * 24 * 12),
  checked_at: null,
  next_check_at: null,
  last_error: null,
  last_status: null,
  last_failed_at: null,
  failing_since: null,
  published: true,
  used_by: [
    { id: '0195a000-0000-7000-8000-0000000000d1', name: 'keramik-lindner.example' },
    { id: '0195a000-0000-7000-8000-0000000000d2', name: 'werkstatt.lindner.example' },
  ],
  created_at: ago(60 * 24 * 40),
};
const fetched: ClientList = {
  ...byHand,
  id: id(402),
  name: 'tor_exits',
  note: '',
  source: 'url',
  url: 'https://lists.lindner.example/tor/exit-addresses.txt',
  interval_minutes: 60,
  entries: 1_284,
  size_bytes: 7_432,
  version: 212,
  changed_at: ago(130),
  checked_at: ago(10),
  next_check_at: ago(-50),
  used_by: [{ id: '0195a000-0000-7000-8000-0000000000d1', name: 'keramik-lindner.example' }],
};

export const lists: ClientList[] = [
  byHand,
  fetched,
  {
    ...fetched,
    id: id(403),
    name: 'scanners',
    note: 'What the agency has seen',
    url: 'https://feeds.agency.example/scanners.csv',
    interval_minutes: 1_440,
    entries: 84_120,
    size_bytes: 421_000,
    refused: 2,
    refused_lines: [
      { line: 17, text: '010.0.0.1' },
      { line: 2_204, text: 'see changelog' },
    ],
    last_error: 'refused',
    last_status: 403,
    last_failed_at: ago(14),
    failing_since: ago(60 * 24 * 3),
    used_by: [],
  },
  {
    ...byHand,
    id: id(405),
    name: 'scrapers',
    note: 'Programs that copy the shop',
    holds: 'user_agents',
    entries: 38,
    size_bytes: 912,
    refused: 1,
    refused_lines: [
      { line: 9, text: 'Moz*la', why: 'a star stands at the beginning, at the end or at both' },
    ],
  },
  {
    ...fetched,
    id: id(404),
    name: 'known_attackers',
    note: 'Addresses that attack many sites',
    is_offered: true,
    url: 'https://reputation.palisade.example/attackers.txt',
    entries: 612_408,
    size_bytes: 3_100_000,
    used_by: [],
  },
];

const entries = [
  '192.0.2.0/28',
  '198.51.100.7',
  '198.51.100.9',
  '203.0.113.64/26',
  '203.0.113.200',
  '2001:db8:40::/44',
];

export const answers = {
  'GET /api/lists': { lists, max_lists: 20, max_entries: 2_000_000 },
  'GET /api/lists/{id}/entries': { entries, total: entries.length },
  'GET /api/lists/{id}/text': { text: ['# Filialen', ...entries].join('\n'), version: 3 },
  'GET /api/admin/edge/lists': {
    lists: lists.filter(({ is_offered }) => is_offered),
    max_lists: 20,
    max_entries: 2_000_000,
  },
} satisfies Bodies;
