import { botName, cspLabel } from './counted-values.ts';

it.each([
  ['bot:library:curl', 'curl, library'],
  ['challenge:no_user_agent', 'no user agent'],
  ['crawler:ai_training:openai:claimed', 'openai, AI training, not verified'],
  ['crawler:search:bing:verified', 'bing, search, verified'],
  ['rate_limit', 'rate_limit'],
])('%s is said as %s', (reason, name) => {
  expect(botName(reason)).toBe(name);
});

it.each([
  ['img-src ads.example /basket', 'img-src: ads.example on /basket'],
  ['script-src-elem inline *', 'script-src-elem: inline on other pages'],
  ['(other)', 'All others'],
])('the report %s is said as %s', (value, label) => {
  expect(cspLabel(value).label).toBe(label);
});
