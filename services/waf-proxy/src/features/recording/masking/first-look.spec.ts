import { plantedSecrets } from '../../../test-support/planted-secrets.ts';
import { maskAssignments } from './assignments.ts';
import { maskCommandLines } from './command-lines.ts';
import { endOfInnocent, isInnocent } from './first-look.ts';
import { maskPrivateKeys } from './scanned-shapes.ts';
import { maskShapes } from './secret-shapes.ts';
import { SensitiveNames } from './sensitive-names.ts';
import { maskTables } from './tables.ts';

const names = SensitiveNames.ofSecretsAndPersons([]);
const starred = (secret: string) => '*'.repeat(secret.length);
const byEveryPattern = (text: string) => {
  const withoutColumns = maskTables(maskPrivateKeys(text, starred), names, starred);
  const withoutOptions = maskCommandLines(withoutColumns, names, starred);
  return maskShapes(maskAssignments(withoutOptions, names, starred), starred, false);
};

let seed = 17;
const random = (below: number): number => {
  seed = (seed * 16_807) % 2_147_483_647;
  return seed % below;
};

function mustHoldNothing(text: string): boolean {
  const isPassed = isInnocent(text);
  if (isPassed) expect(byEveryPattern(text)).toBe(text);
  return isPassed;
}

it('what it lets pass holds nothing that any pattern finds', () => {
  let passed = 0;
  for (const { request } of plantedSecrets(1_000))
    for (const text of [request.target, ...request.fields, request.body ?? ''])
      for (const part of [text, ...text.split(/[&;]/), ...text.split(/[=&;/: ]/)])
        if (mustHoldNothing(part)) passed++;
  expect(passed).toBeGreaterThan(5_000);
});

it('nor do texts that are put together of what patterns begin and end with', () => {
  const PIECES =
    'sk_|ghp|AKIA|SG.|Basic |bearer+|BEARER%20|a|B|7|42|abcdefg|ABCDEFG|12345678|a1B2c3D4|+|-|--|_|.|/|=| |@|\xe9|\\|%|40|eyJ|:|&#|(212)|DE12|-----BEGIN|PRIVATE KEY|password|-password hunter2|-pass+x|(|,|mysql|\n|user'.split(
      '|',
    );
  let passed = 0;
  for (let count = 0; count < 50_000; count++) {
    const text = Array.from({ length: random(8) + 1 }, () => PIECES[random(PIECES.length)]).join('');
    if (mustHoldNothing(text)) passed++;
  }
  expect(passed).toBeGreaterThan(5_000);
});

it('a part of a text is looked at as if it were alone', () => {
  const text = 'token=a1B2c3D4e5F6g7H8i9J0&q=a+few+words';
  const bytes = Buffer.from(text);
  const from = text.indexOf('a+few');
  expect(endOfInnocent(bytes, from, text.length)).toBe(text.length);
  expect(endOfInnocent(bytes, 6, 20)).toBe(-1);
  expect(endOfInnocent(bytes, 0, text.length)).toBe('token'.length);
});
