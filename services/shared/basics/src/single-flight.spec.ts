import { SingleFlight } from './single-flight.ts';

describe('single flight', () => {
  it('shares a call that is under way, by key', async () => {
    const flight = new SingleFlight<string, number>();
    let calls = 0;
    const { promise, resolve } = Promise.withResolvers<number>();
    const begin = () => {
      calls++;
      return promise;
    };
    const [first, second] = [flight.run('a', begin), flight.run('a', begin)];
    const other = flight.run('b', async () => 2);
    expect([calls, flight.size, flight.get('a')]).toEqual([1, 2, first]);
    resolve(1);
    expect(await Promise.all([first, second, other])).toEqual([1, 1, 2]);
    expect(flight.size).toBe(0);
  });

  it('starts a new call after one that ended, also in an error, which all who waited get', async () => {
    const flight = new SingleFlight<string, number>();
    const fails = () => Promise.reject(new Error('away'));
    const outcomes = await Promise.allSettled([flight.run('a', fails), flight.run('a', async () => 1)]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await flight.run('a', async () => 3)).toBe(3);
  });
});
