/** A key that attempts are counted by, such as "this account, from devices that are not its owner's". */
export interface AttemptCounter {
  key: string;
  /** Wrong attempts before the first pause. */
  free: number;
  /**
   * Time until the counter is forgotten without another attempt; `PEOPLE` by default. Counters of one person are
   * remembered for a day: the longest pause must not be followed by a fresh start, or a patient guesser has hundreds of
   * attempts a day.
   */
  memory?: Memory;
}

/** Minutes. Many people share a network, and their typing errors must not add up over a day. */
export const MEMORY_MINUTES = { PEOPLE: 15, ACCOUNT: 24 * 60 } as const;
export type Memory = keyof typeof MEMORY_MINUTES;

/** Seconds. */
const MAX_PAUSE = 900;

/** First pause in seconds; each following one is twice as long, up to the last. */
export const PAUSES: readonly number[] = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, MAX_PAUSE];

/**
 * @param seconds until the end of the pause
 * @returns a text for the person who waits
 */
export function waitInWords(seconds: number): string {
  if (seconds === 1) return '1 second';
  return seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
}
