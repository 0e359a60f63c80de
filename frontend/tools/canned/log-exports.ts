// Exports of the log: one under way, one ready, one cut by the plan.
import type { LogExport } from '../../src/shared/api/log-exports-api.gen.ts';
import { ago } from './common.ts';
import type { Bodies } from './reply.ts';

const DAY_MINUTES = 60 * 24;

const finished: LogExport = {
  id: '0195c000-0000-7000-8000-0000000000e1',
  domain_name: 'keramik-lindner.example',
  format: 'csv',
  is_filtered: true,
  from: ago(30 * DAY_MINUTES),
  to: ago(50),
  state: 'finished',
  percent: 100,
  rows: 184_204,
  bytes: 9_400_000,
  is_whole: true,
  created_at: ago(50),
  finished_at: ago(48),
  expires_at: ago(48 - 3 * DAY_MINUTES),
};

export const answers = {
  'GET /api/dashboard/log-exports': {
    exports: [
      {
        ...finished,
        id: '0195c000-0000-7000-8000-0000000000e2',
        domain_name: '',
        format: 'ndjson',
        is_filtered: false,
        state: 'running',
        percent: 42,
        rows: 512_000,
        bytes: 31_000_000,
        finished_at: null,
      },
      finished,
      { ...finished, id: '0195c000-0000-7000-8000-0000000000e3', rows: 1_400_000, is_whole: false },
    ],
    max_exports: 5,
    max_rows: 1_400_000,
  },
} satisfies Bodies;
