import { DAY_MS } from '@palisade/basics';

export const daysUntil = (at: Date): number => Math.floor((at.getTime() - Date.now()) / DAY_MS);
export const days = (count: number): string => (count === 1 ? '1 day' : `${count} days`);
