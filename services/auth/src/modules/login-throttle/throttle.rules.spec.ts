import { MEMORY_MINUTES, PAUSES, waitInWords } from './throttle.rules.ts';

const pauseAfter = (wrong: number, free: number): number =>
  wrong < free ? 0 : (PAUSES[Math.min(wrong - free, PAUSES.length - 1)] ?? 0);

describe('pauses after wrong attempts', () => {
  it('are twice as long each time, up to a quarter of an hour', () => {
    expect(PAUSES[0]).toBe(1);
    for (const [index, pause] of PAUSES.slice(1, -1).entries()) expect(pause).toBe(2 * (PAUSES[index] ?? 0));
    expect(PAUSES.at(-1)).toBe(15 * 60);
  });

  it('give who guesses at one account no fresh start: about a hundred attempts a day', () => {
    // The longest pause is shorter than an account's memory, so no pause is followed by a fresh start.
    expect(PAUSES.at(-1)).toBeLessThan(MEMORY_MINUTES.ACCOUNT * 60);
    let [seconds, attempts] = [0, 0];
    while (seconds < 24 * 3_600) {
      attempts++;
      seconds += pauseAfter(attempts, 5) + 1;
    }
    // A day has 96 quarters of an hour; the pauses before take as long as the rest.
    expect(attempts).toBeLessThan(115);
    expect(attempts).toBeGreaterThan(96);
  });

  it.each([
    [1, '1 second'],
    [89, '89 seconds'],
    [90, '2 minutes'],
    [900, '15 minutes'],
  ])('of %d s are told as "%s"', (seconds, words) => expect(waitInWords(seconds)).toBe(words));
});
