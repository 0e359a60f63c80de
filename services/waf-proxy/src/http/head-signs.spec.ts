import { cookieOf, readHeadSigns } from './head-signs.ts';

it.each([
  [[], ''],
  [['Host', 'a.example', 'Accept', 'b=2'], ''],
  [['Cookie', 'a=1'], 'a=1'],
  [['COOKIE', 'a=1', 'Accept', '*/*', 'cookie', '', 'cookie', 'b=2'], 'a=1; ; b=2'],
])('cookies of %j', (fields, cookie) => {
  expect(cookieOf(fields)).toBe(cookie);
  expect(readHeadSigns(fields).cookie).toBe(cookie);
});
