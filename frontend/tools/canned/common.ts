// What the canned answers share: the moment at which every picture is taken, and ids.
const now = Date.parse('2026-03-10T12:00:00Z');
export const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString();
export const id = (n: number) => `0195${String(n).padStart(4, '0')}-7a3c-7b2e-9c41-5d0f2ab1c9e${n % 10}`;
