import type { EdgeNode } from '../../../shared/api/types.ts';
import { fakeEdgeNode } from '../../../testing/fake-admin.ts';
import { nodeState } from './node-state.ts';

const well = fakeEdgeNode(Date.parse('2026-03-01T12:00:00Z'));

describe('how an edge node is', () => {
  it.each<[Partial<EdgeNode>, string, string]>([
    [{}, 'ok', 'Healthy'],
    [{ alive: false, sites_behind: 3 }, 'danger', 'Not reporting'],
    [{ workers_listening: 1, changes_behind: 3 }, 'warn', '1 of 2 workers'],
    [{ workers_listening: 0 }, 'danger', '0 of 2 workers'],
    [{ drain: 'asked', workers_listening: 0 }, 'info', 'Drain requested'],
    [{ drain: 'draining', changes_behind: 4 }, 'info', 'Drained'],
    [{ drain: 'returning' }, 'info', 'Coming back'],
    [{ drain: 'draining', alive: false }, 'danger', 'Not reporting'],
    [{ keys_behind_seconds: 30 }, 'ok', 'Healthy'],
    [{ keys_behind_seconds: 61, sites_behind: 1 }, 'danger', 'Uses old keys'],
    [{ sites_behind: 1, changes_behind: 1 }, 'warn', '1 site behind'],
    [{ changes_behind: 4 }, 'info', 'Catching up'],
    [{ candidate_rolled_back: true }, 'warn', 'Candidate rolled back'],
  ])('with %j: %s, %s', (facts, tone, label) => {
    expect(nodeState({ ...well, ...facts })).toEqual({ tone, label });
  });
});
