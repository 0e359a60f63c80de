// What visitors wrote on pages of refusal.
import type { VisitorReports } from '../../src/shared/api/visitor-reports-api.gen.ts';
import { ago, id } from './common.ts';
import { logs } from './dashboard.ts';
import type { Bodies } from './reply.ts';

type Report = VisitorReports['reports'][number];

const blocked = logs.filter(({ status }) => status === 'blocked');
const texts: readonly [text: string, email: string | null][] = [
  [
    'I wanted to order the O’Keeffe bowl and it says blocked. I only searched for “bowl -- blue”.\n\nPlease help, it is a present for Saturday!',
    'visitor@example.org',
  ],
  ['כתבתי הודעה בטופס יצירת הקשר והיא נחסמה', null],
  ['<script>alert(1)</script> Why can I not write this in the course’s forum?', null],
];

export const reports: Report[] = texts.map(([text, email], index) => ({
  id: id(900 + index),
  domain_name: 'keramik-lindner.example',
  state: 'open',
  reported_at: ago(4 + index * 90),
  decided_at: null,
  text,
  email,
  request_id: blocked[index]?.request_id ?? id(999),
  entry: blocked[index] ?? null,
}));

/** Method and path → body. */
export const answers = {
  'GET /api/dashboard/reports': { reports, open: reports.length, next: null },
} satisfies Bodies;
