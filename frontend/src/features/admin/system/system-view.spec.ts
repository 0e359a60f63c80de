import type { EdgeNode } from '../../../shared/api/types.ts';
import { fakeEdgeNode } from '../../../testing/fake-admin.ts';
import { age, nodeState, topicsState, waitState } from './system-view.ts';

const now = Date.parse('2026-03-01T12:00:00Z');
const before = (seconds: number) => new Date(now - seconds * 1_000).toISOString();
const well = fakeEdgeNode(now);
const topic = { topic: 'domains', behind: 0, dead_letters: 0, dropped: 0 };

describe('how an edge node is', () => {
  it.each<[Partial<EdgeNode>, string, string]>([
    [{}, 'ok', 'Healthy'],
    [{ alive: false, sites_behind: 3 }, 'danger', 'Silent'],
    [{ workers_listening: 1, changes_behind: 3 }, 'warn', '1 of 2 workers'],
    [{ workers_listening: 0 }, 'danger', '0 of 2 workers'],
    [{ drain: 'asked', workers_listening: 0 }, 'info', 'Draining begins'],
    [{ drain: 'draining', changes_behind: 4 }, 'info', 'Drained'],
    [{ drain: 'returning' }, 'info', 'Coming back'],
    [{ drain: 'draining', alive: false }, 'danger', 'Silent'],
    [{ keys_behind_seconds: 30 }, 'ok', 'Healthy'],
    [{ keys_behind_seconds: 61, sites_behind: 1 }, 'danger', 'Goes by old keys'],
    [{ sites_behind: 1, changes_behind: 1 }, 'warn', '1 site behind'],
    [{ changes_behind: 4 }, 'info', 'Catching up'],
    [{ candidate_rolled_back: true }, 'warn', 'Candidate taken back'],
  ])('with %j: %s, %s', (facts, tone, label) => {
    expect(nodeState({ ...well, ...facts })).toEqual({ tone, label });
  });
});

describe('ages and waits', () => {
  it.each([
    [-5, '0 s'],
    [59, '59 s'],
    [60, '1 min'],
    [3_600, '1 h'],
    [90_000, '1 d'],
  ])('%d seconds are %s', (seconds, text) => {
    expect(age(before(seconds), now)).toBe(text);
  });

  it('call what waits for minutes stuck', () => {
    expect(waitState(null, now)).toEqual({ tone: 'ok', label: 'Nothing waits' });
    expect(waitState(before(5), now)).toEqual({ tone: 'neutral', label: 'Oldest 5 s' });
    expect(waitState(before(60), now).tone).toBe('warn');
    expect(waitState(before(600), now).tone).toBe('danger');
  });
});

describe('how a service stands with the bus', () => {
  it('says the worst of its topics', () => {
    expect(topicsState(null).tone).toBe('danger');
    expect(topicsState([topic])).toEqual({ tone: 'ok', label: 'Up to date' });
    expect(topicsState([{ ...topic, behind: 2 }, topic]).label).toBe('2 events behind');
    expect(topicsState([{ ...topic, behind: null }]).label).toBe('Lag unknown');
    expect(topicsState([{ ...topic, dead_letters: 1 }])).toEqual({ tone: 'warn', label: '1 dead letter' });
    expect(topicsState([{ ...topic, dropped: 1_200, dead_letters: 1 }]).label).toBe('1,200 events dropped');
  });
});
