import { monotonicMicros, profileOf, StretchProfile } from './stretch-profile.ts';

const frame = (functionName: string, url = '', lineNumber = -1) => ({
  functionName,
  url,
  lineNumber,
  columnNumber: 0,
  scriptId: '0',
});

/** Long enough for many samples of the stack. */
function workFor(milliseconds: number): number {
  const until = performance.now() + milliseconds;
  let sum = 0;
  while (performance.now() < until) sum += Math.sqrt(sum + 1);
  return sum;
}

describe('what ran in a stretch', () => {
  const profile = new StretchProfile({
    nodes: [
      { id: 1, callFrame: frame('(root)'), children: [2, 4] },
      { id: 2, callFrame: frame('outer', 'file:///engine/outer.ts', 9), children: [3] },
      { id: 3, callFrame: frame('', 'file:///engine/inner.ts', 41) },
      { id: 4, callFrame: frame('(garbage collector)') },
    ],
    startTime: 1000,
    endTime: 2200,
    samples: [4, 3, 3, 3, 2, 4],
    timeDeltas: [100, 100, 100, 100, 100, 600],
  });

  it('lists the samples between its beginning and its end, the largest share first', () => {
    expect(profile.whatRan({ from: 1150, to: 1550 })).toEqual([
      '75 % (anonymous) inner.ts:42 < outer outer.ts:10 < (root)',
      '25 % outer outer.ts:10 < (root)',
    ]);
    expect(profile.whatRan({ from: 2000, to: 2200 })).toEqual(['100 % (garbage collector) < (root)']);
  });

  it('is empty where no sample was taken', () => {
    expect(profile.whatRan({ from: 3000, to: 3001 })).toEqual([]);
  });

  it('uses the clock of the stretches', () => {
    const times = { before: 0, from: 0, to: 0 };
    const taken = profileOf(() => {
      times.before = monotonicMicros();
      workFor(20);
      times.from = monotonicMicros();
      Buffer.alloc(1);
      workFor(20);
      times.to = monotonicMicros();
    });
    const ran = taken.whatRan({ from: times.from, to: times.to }).join('\n');
    expect(ran).toContain('workFor stretch-profile.spec.ts');
    expect(taken.whatRan({ from: times.before - 2_000_000, to: times.before - 1_000_000 })).toEqual([]);
  });
});
