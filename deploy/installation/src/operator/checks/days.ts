const DAY_MS = 24 * 60 * 60 * 1_000;

export const daysUntil = (at: Date): number => Math.floor((at.getTime() - Date.now()) / DAY_MS);
export const days = (count: number): string => (count === 1 ? '1 day' : `${count} days`);
