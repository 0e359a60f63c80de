import { everyText } from './list-words.ts';

it.each([
  [1, 'every minute'],
  [90, 'every 90 minutes'],
  [60, 'every hour'],
  [1440, 'every day'],
  [2880, 'every 2 days'],
])('says how often a list is fetched: %i minutes', (minutes, text) => {
  expect(everyText(minutes)).toBe(text);
});
