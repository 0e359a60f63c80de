import { foundOf, plantedSecrets } from '../../../test-support/planted-secrets.ts';
import { HarmlessTexts } from './harmless-texts.ts';
import { maskRequest } from './mask-request.ts';
import { SensitiveNames } from './sensitive-names.ts';
import { Substitution } from './substitution.ts';

const COUNT = 4_000;
const names = SensitiveNames.ofSecretsAndPersons(['kundennummer']);

it(`of ${COUNT} planted secrets none is left, and no length changes`, () => {
  const planted = plantedSecrets(COUNT);
  // The same for all, as in a worker.
  const harmless = new HarmlessTexts();
  const left: string[] = [];
  for (const { kind, place, secret, request } of planted) {
    const masked = maskRequest(request, {
      names,
      substitution: new Substitution(),
      masksQueryValues: false,
      harmless,
      keptIn: () => undefined,
    });
    const text = [masked.target, ...masked.fields, masked.body ?? ''].join('\n');
    const before = [request.target, ...request.fields, request.body ?? ''].join('\n');
    if (text.length !== before.length) left.push(`${kind}, ${place}: ${before.length} became ${text.length}`);
    const found = foundOf(secret, text);
    // Nothing that is not there could be found.
    if (foundOf(secret, before).length === 0) left.push(`${kind}, ${place}: not planted: ${before}`);
    if (found.length > 0) left.push(`${kind}, ${place}: ${found.join(' ')} in ${text}`);
  }
  expect(planted).toHaveLength(COUNT);
  expect(new Set(planted.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(30);
  expect(left).toEqual([]);
});
