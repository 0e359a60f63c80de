import { countWork, growthOf, nonLinear } from './index.ts';
import { readers } from './test-support/readers.ts';

const growth = (run: (text: string) => unknown) =>
  growthOf({ base: 400, make: (bytes) => 'a;'.repeat(bytes / 2), sizeOf: (text) => text.length, run });

describe('counted work', () => {
  it('is the same every time', () => {
    const once = countWork(() => readers.oncePerByte('some text'));
    expect(once).toBeGreaterThan(9);
    expect(countWork(() => readers.oncePerByte('some text'))).toBe(once);
  });

  it.each(['oncePerByte', 'splitAtOnce'] as const)('of %s is linear', (name) => {
    expect(nonLinear(growth(readers[name]))).toBeNull();
  });

  it.each([
    'everyPairInLoops',
    'everyPairInCallbacks',
    'searchesTheRestAgain',
    'shiftsAllThatIsLeft',
    'readsTheRestByPattern',
  ] as const)('of %s is not', (name) => {
    expect(nonLinear(growth(readers[name]))).toMatch(/\d+ steps for 6400 bytes/);
  });

  it('gives natives back', () => {
    const { indexOf } = String.prototype;
    expect(() =>
      countWork(() => {
        throw new Error('its own');
      }),
    ).toThrow('its own');
    expect(String.prototype.indexOf).toBe(indexOf);
  });
});
