import fc from 'fast-check';
import { RequestLifetime } from './request-lifetime.ts';

function watched() {
  const lifetime = new RequestLifetime();
  const run: string[] = [];
  const disposer = (name: string) => () => void run.push(name);
  return { lifetime, run, disposer };
}

describe('the lifetime of a request', () => {
  it('gives up all that is under way when the client leaves, the latest first', () => {
    const { lifetime, run, disposer } = watched();
    lifetime.whenAbandoned(disposer('origin'));
    lifetime.whenAbandoned(disposer('reader'));
    lifetime.whenEnded(disposer('spool'));
    lifetime.end(true);
    expect(run).toEqual(['reader', 'origin', 'spool']);
  });

  it('gives nothing up that was answered, and gives back what was held', () => {
    const { lifetime, run, disposer } = watched();
    lifetime.whenAbandoned(disposer('origin'));
    lifetime.whenEnded(disposer('spool'));
    lifetime.end(false);
    lifetime.abandon();
    expect(run).toEqual(['spool']);
  });

  it('leaves out what is done', () => {
    const { lifetime, run, disposer } = watched();
    const origin = disposer('origin');
    lifetime.whenAbandoned(origin);
    lifetime.whenAbandoned(disposer('scan'));
    lifetime.release(origin);
    lifetime.release(disposer('nobody’s'));
    lifetime.abandon();
    expect(run).toEqual(['scan']);
  });

  it('may be abandoned before it ends, for an answer of ours', () => {
    const { lifetime, run, disposer } = watched();
    lifetime.whenAbandoned(disposer('origin'));
    lifetime.whenEnded(disposer('spool'));
    lifetime.abandon();
    expect([run.splice(0), lifetime.isOver]).toEqual([['origin'], true]);
    lifetime.end(true);
    expect(run).toEqual(['spool']);
  });

  it('tells who comes late at once', () => {
    const { lifetime, run, disposer } = watched();
    lifetime.abandon();
    lifetime.whenAbandoned(disposer('origin'));
    lifetime.whenEnded(disposer('spool'));
    expect(run).toEqual(['origin']);
    lifetime.end(false);
    lifetime.whenEnded(disposer('late'));
    lifetime.whenAbandoned(disposer('later'));
    expect(run).toEqual(['origin', 'spool', 'late', 'later']);
  });

  it('runs what a disposer has not released, and not what it has', () => {
    const { lifetime, run, disposer } = watched();
    const origin = disposer('origin');
    lifetime.whenAbandoned(disposer('first'));
    lifetime.whenAbandoned(origin);
    lifetime.whenAbandoned(() => {
      lifetime.release(origin);
      lifetime.abandon();
      lifetime.whenAbandoned(disposer('from within'));
    });
    lifetime.abandon();
    expect(run).toEqual(['first', 'from within']);
  });

  it('runs the others when one fails, and says so then', () => {
    const { lifetime, run, disposer } = watched();
    const fail = (text: string) => () => {
      throw new Error(text);
    };
    lifetime.whenAbandoned(disposer('origin'));
    lifetime.whenAbandoned(fail('one'));
    expect(() => lifetime.abandon()).toThrow('one');
    lifetime.whenEnded(disposer('spool'));
    lifetime.whenEnded(fail('two'));
    lifetime.whenEnded(fail('three'));
    expect(() => lifetime.end(false)).toThrow(AggregateError);
    expect(run).toEqual(['origin', 'spool']);
  });

  it('runs every disposer exactly once, unless it is released or answered, in any order of events', () => {
    const event = fc.oneof(
      { weight: 4, arbitrary: fc.constant('abandoned' as const) },
      { weight: 4, arbitrary: fc.constant('ended' as const) },
      { weight: 3, arbitrary: fc.nat(9) },
      { weight: 1, arbitrary: fc.constant('abandon' as const) },
      { weight: 1, arbitrary: fc.constant('end' as const) },
      { weight: 1, arbitrary: fc.constant('leave' as const) },
    );
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), (events) => {
        const lifetime = new RequestLifetime();
        const times: number[] = [];
        const expected: number[] = [];
        const waiting = new Map<number, () => void>();
        const held: number[] = [];
        let state: 'open' | 'abandoned' | 'ended' = 'open';
        for (const each of [...events, 'end' as const]) {
          if (each === 'abandoned' || each === 'ended') {
            const id = times.push(0) - 1;
            const disposer = () => {
              times[id]!++;
            };
            expected.push(each === 'ended' || state !== 'open' ? 1 : 0);
            if (each === 'ended') {
              held.push(id);
              lifetime.whenEnded(disposer);
            } else {
              waiting.set(id, disposer);
              lifetime.whenAbandoned(disposer);
            }
          } else if (typeof each === 'number') {
            const disposer = waiting.get(each);
            if (disposer !== undefined) lifetime.release(disposer);
            waiting.delete(each);
          } else {
            const givesUp = each !== 'end' && state !== 'ended';
            if (givesUp) for (const id of waiting.keys()) expected[id] = 1;
            if (each === 'abandon') lifetime.abandon();
            else lifetime.end(each === 'leave');
            if (each !== 'abandon') state = 'ended';
            else if (state === 'open') state = 'abandoned';
            if (state === 'ended' || givesUp) waiting.clear();
            if (state === 'ended') expect(held.every((id) => times[id] === 1)).toBe(true);
          }
        }
        expect(times).toEqual(expected);
      }),
      { numRuns: 2_000 },
    );
  });
});
