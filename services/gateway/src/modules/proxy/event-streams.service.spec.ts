import { jest } from '@jest/globals';
import { EventStreamsService, MAX_STREAMS } from './event-streams.service.ts';

const stays = async () => true;
const stream = () => ({ end: jest.fn() });

describe('streams of events', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('are so many at a time, and each place is free again after it', () => {
    const streams = new EventStreamsService();
    const ends = Array.from({ length: MAX_STREAMS }, () => streams.watch(stream(), stays));
    expect(() => streams.admit()).toThrow(expect.objectContaining({ code: 'streams_busy' }));
    ends[0]?.();
    expect(() => streams.admit()).not.toThrow();
    for (const end of ends) end();
  });

  it.each([
    ['goes on with its session', () => Promise.resolve(true), 0],
    ['ends with its session', () => Promise.resolve(false), 1],
    ['ends where nobody can say', () => Promise.reject(new Error('away')), 1],
  ])('%s', async (_what, holds, times) => {
    const streams = new EventStreamsService();
    const open = stream();
    const end = streams.watch(open, holds);
    await jest.advanceTimersByTimeAsync(5_000);
    expect(open.end).toHaveBeenCalledTimes(times);
    end();
  });

  it('end with the gateway', () => {
    const streams = new EventStreamsService();
    const open = stream();
    const end = streams.watch(open, stays);
    streams.beforeApplicationShutdown();
    expect(open.end).toHaveBeenCalledTimes(1);
    end();
  });
});
