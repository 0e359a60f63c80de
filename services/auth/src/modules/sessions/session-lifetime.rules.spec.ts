import { sessionExpiry } from './session-lifetime.rules.ts';

const now = new Date('2026-11-22T10:00:00.750Z');

it.each([
  ['a browser', { keepsCookies: true, remember: false }, '2026-11-23T10:00:00.000Z'],
  ['a browser that is remembered', { keepsCookies: true, remember: true }, '2026-12-22T10:00:00.000Z'],
  ['a program', { keepsCookies: false, remember: false }, '2026-11-22T10:15:00.000Z'],
  [
    'a program that asks to be remembered',
    { keepsCookies: false, remember: true },
    '2026-11-22T10:15:00.000Z',
  ],
])('the session of %s ends in time, at a whole second', (_who, facts, end) => {
  expect(sessionExpiry(now, { ...facts, accessTokenSeconds: 900 }).toISOString()).toBe(end);
});
