import { indexOfByte } from './latin1.ts';

describe('where a byte first stands', () => {
  // Behind seven bytes of another's, as pieces of a shared array are.
  const bytes = new Uint8Array(Uint8Array.from([61, 61, 61, 61, 61, 61, 61, 97, 61, 98, 38, 61]).buffer, 7);

  it.each([
    [61, 0, 5, 1],
    [61, 1, 5, 1],
    [61, 2, 5, 4],
    [38, 0, 5, 3],
    [38, 0, 3, 3],
    [38, 4, 5, 5],
    [37, 0, 5, 5],
    [97, 2, 2, 2],
  ])('%i from %i to %i: %i', (byte, start, end, found) => {
    expect(indexOfByte(bytes, byte, start, end)).toBe(found);
  });
});
