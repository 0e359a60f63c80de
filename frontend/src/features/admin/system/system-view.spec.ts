import { age } from '../live/age.ts';
import { queuesState, topicsState, waitState } from './system-view.ts';

const now = Date.parse('2026-03-01T12:00:00Z');
const before = (seconds: number) => new Date(now - seconds * 1_000).toISOString();
const topic = { topic: 'domains', behind: 0, dead_letters: 0, dropped: 0 };

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

describe('how the queues of a service stand', () => {
  const counts = { waiting: 0, active: 0, delayed: 0, failed: 0 };
  it.each([
    [[], 'ok', 'Nothing waits'],
    [[{ name: 'a', counts }], 'ok', 'Nothing waits'],
    [[{ name: 'a', counts: { ...counts, waiting: 1, active: 1, delayed: 2 } }], 'neutral', '4 jobs pending'],
    [
      [
        { name: 'a', counts: { ...counts, waiting: 9 } },
        { name: 'b', counts: { ...counts, failed: 1 } },
      ],
      'warn',
      '1 job failed',
    ],
    [
      [
        { name: 'a', counts: { ...counts, failed: 1 } },
        { name: 'b', counts: null },
      ],
      'danger',
      '1 queue does not answer',
    ],
  ])('%#: %s', (queues, tone, label) => {
    expect(queuesState(queues)).toEqual({ tone, label });
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
