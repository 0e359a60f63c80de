import { botName } from './counted-values.ts';

it.each([
  ['bot:library:curl', 'library curl'],
  ['challenge:no_user_agent', 'no user agent'],
  ['crawler:ai_training:openai:claimed', 'openai, AI training, not verified'],
  ['crawler:search:bing:verified', 'bing, search, verified'],
  ['rate_limit', 'rate_limit'],
])('%s is said as %s', (reason, name) => {
  expect(botName(reason)).toBe(name);
});
