import { chooseLanguage } from './accept-language.ts';

it.each([
  ['de-AT,de;q=0.9,en;q=0.8', ['en', 'de'], 'de'],
  ['en;q=0.3, de;q=0.7', ['en', 'de'], 'de'],
  ['pt-BR', ['en', 'pt-PT', 'pt-BR'], 'pt-BR'],
  ['pt', ['en', 'pt-BR'], 'pt-BR'],
  ['fr, *;q=0.1', ['en', 'de'], 'en'],
  ['', ['de', 'en'], 'de'],
  ['de;q=0, en;q=0.1', ['de', 'en'], 'en'],
  ['de;q=x,en', ['de', 'en'], 'en'],
  [`${'x,'.repeat(100_000)}de`, ['en', 'de'], 'en'],
])('%.40s of %j: %s', (field, ours, chosen) => {
  expect(chooseLanguage(field, ours)).toBe(chosen);
});
