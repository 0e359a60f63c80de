import { jest } from '@jest/globals';
import { EventStreamsService, MAX_STREAMS, MAX_STREAMS_OF } from './event-streams.service.ts';

const stays = async () => true;
const stream = () => ({ end: jest.fn() });
const busy = expect.objectContaining({ code: 'streams_busy' });

describe('streams of events', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('are so many at a time, and each place is free again after it', () => {
    const streams = new EventStreamsService();
    const from = (index: number) => ({ network: `network ${index}`, block: `block ${index}` });
    const ends = Array.from({ length: MAX_STREAMS }, (_, index) => streams.admit(from(index)));
    expect(() => streams.admit(from(-1))).toThrow(busy);
    ends[0]?.();
    ends[0]?.();
    streams.admit(from(-1));
    expect(() => streams.admit(from(-1))).toThrow(busy);
  });

  it('leave places for others, from wherever many are asked for', () => {
    const streams = new EventStreamsService();
    const from = (network: number) => ({ network: `192.0.2.${network}`, block: '192.0.2.0/24' });
    const ends: (() => void)[] = [];
    for (const network of [1, 2, 3])
      for (let index = 0; index < MAX_STREAMS_OF.network; index++) ends.push(streams.admit(from(network)));
    expect(() => streams.admit(from(1))).toThrow(busy);
    expect(() => streams.admit(from(4))).toThrow(busy);
    streams.admit({ network: '198.51.100.1', block: '198.51.100.0/24' });
    for (const end of ends) end();
    expect(() => streams.admit(from(1))).not.toThrow();
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
