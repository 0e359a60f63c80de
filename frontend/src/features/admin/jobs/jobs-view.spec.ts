import { partsText, placesOf, settledWords, worstFirst } from './jobs-view.ts';

const failed = (place: string, at: string, error: string) => ({
  ...{ kind: 'event' as const, place, id: at, name: 'users.x', event_id: null, attempts: 1 },
  ...{ failed_at: at, error },
});

describe('the places where work waits', () => {
  const places = placesOf(
    'Mail service',
    {
      outbox: { waiting: 3, oldest_at: '2026-01-01T00:00:00.000Z' },
      topics: [
        { topic: 'users', behind: null, dead_letters: 2, dropped: 0 },
        { topic: 'mails', behind: 7, dead_letters: 0, dropped: 0 },
      ],
      queues: [
        { name: 'mailer-mails', counts: { waiting: 1, active: 2, delayed: 4, failed: 0 } },
        { name: 'mailer-mails-maintenance', counts: null },
      ],
    },
    {
      items: [
        failed('users', '2026-01-02T00:00:00.000Z', 'first'),
        failed('users', '2026-01-03T00:00:00.000Z', 'last'),
      ],
      ...{ total: 2, unreachable: [] },
    },
  );

  it('tell what waits, what failed, since when and with what', () => {
    const said = worstFirst(places).map(({ name, waiting, failed: dead, oldestAt, lastError }) => [
      ...[name, waiting, dead, oldestAt?.slice(0, 10), lastError],
    ]);
    expect(said).toEqual([
      ['users', null, 2, '2026-01-02', 'last'],
      ['mailer-mails-maintenance', null, null, undefined, null],
      ['mails', 7, 0, undefined, null],
      ['outbox', 3, 0, '2026-01-01', null],
      // Four more are due later.
      ['mailer-mails', 3, 0, undefined, null],
    ]);
    expect(places.map(partsText).filter(Boolean)).toEqual(['2 active, 4 due later']);
    expect(placesOf('Mail service', undefined, undefined)).toEqual([]);
  });
});

describe('what a press came to', () => {
  const result = (outcome: 'done' | 'failed' | 'gone' | 'busy' | 'left', error: string | null = null) => ({
    ...{ kind: 'job' as const, place: 'q', id: '1', outcome, error },
  });
  it.each([
    [[result('done')], '1 done again', true],
    [[result('failed', 'Error: no')], '1 failed again: Error: no', false],
    [[result('done'), result('done'), result('failed', 'x')], '2 done again, 1 failed again', false],
    [[result('gone')], '1 settled already', true],
    [
      [result('busy'), result('left')],
      '1 being settled by somebody else, 1 not begun: there was no time',
      false,
    ],
  ])('%j', (results, text, ok) => {
    expect(settledWords({ results }, 'done again')).toEqual({ text, ok });
  });
});
