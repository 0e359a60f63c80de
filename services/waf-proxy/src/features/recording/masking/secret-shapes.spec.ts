import { plantedSecrets } from '../../../test-support/planted-secrets.ts';
import { maskShapes } from './secret-shapes.ts';

const starred = (secret: string) => '*'.repeat(secret.length);
const both = (text: string) => [maskShapes(text, starred), maskShapes(text, starred, false)];

let seed = 11;
const random = (below: number): number => {
  seed = (seed * 16_807) % 2_147_483_647;
  return seed % below;
};

it('finds by a look at first what it finds by trying every pattern', () => {
  let masked = 0;
  for (const { request } of plantedSecrets(1_000))
    for (const text of [request.target, ...request.fields, request.body ?? '']) {
      const [looked, tried] = both(text);
      expect(looked).toBe(tried);
      if (tried !== text) masked++;
    }
  expect(masked).toBeGreaterThan(200);
});

it('and in texts that are put together of what patterns begin and end with', () => {
  const PIECES = [
    'sk_',
    'ghp',
    'AKIA',
    'SG.',
    'Basic ',
    'bearer%20',
    'BEARER:',
    'a',
    'B',
    '7',
    '42',
    'abcdefgh',
    'ABCDEFGH',
    '123456789',
    'a1B2c3D4e5',
    '%2B',
    '%3D',
    '+',
    '-',
    '_',
    '.',
    '/',
    '=',
    ' ',
    '@',
    '\xe9',
    '\\',
    '%',
    'eyJ',
    '://',
    '4111111111111111',
  ];
  let masked = 0;
  for (let count = 0; count < 20_000; count++) {
    const text = Array.from({ length: random(9) + 1 }, () => PIECES[random(PIECES.length)]).join('');
    const [looked, tried] = both(text);
    expect(looked).toBe(tried);
    if (tried !== text) masked++;
  }
  expect(masked).toBeGreaterThan(1_000);
});
