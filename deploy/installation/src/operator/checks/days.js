const DAY_MS = 24 * 60 * 60 * 1000;
export const daysUntil = (at) => Math.floor((at.getTime() - Date.now()) / DAY_MS);
export const days = (count) => (count === 1 ? '1 day' : `${count} days`);
