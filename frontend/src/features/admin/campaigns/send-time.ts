/** Maximum that can be chosen, mails per second. */
export const MAX_PER_SECOND = 50;

/** The marks of the sending-speed slider. */
export const SPEEDS = [
  { value: 1, label: 'very safe' },
  { value: 5, label: 'balanced' },
  { value: 10, label: 'fast' },
  { value: 25, label: 'very fast' },
  { value: 50, label: 'maximum' },
] as const;

/** The label of the highest mark that a speed reaches. */
export function speedLabel(speed: number): string {
  return SPEEDS.findLast(({ value }) => speed >= value)?.label ?? SPEEDS[0].label;
}

/** Seconds needed for a custom list: entries divided by speed, rounded up. */
export function estimatedSeconds(customEmails: string, perSecond: number): number {
  const entries = customEmails.split(',').filter((entry) => entry.trim() !== '').length;
  return Math.ceil(entries / perSecond);
}
