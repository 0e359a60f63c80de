import { parseRequestHead } from '../../../http/request-head.ts';
import { plantedSecrets } from '../../../test-support/planted-secrets.ts';
import { maskFieldLines, maskRequestLine, maskSecretFields, type SecretField } from './mask-head.ts';
import { maskRequest } from './mask-request.ts';
import { type Masking, NOTHING_FOUND } from './masking.ts';
import { SensitiveNames } from './sensitive-names.ts';
import { Substitution } from './substitution.ts';

/** The same word becomes the same in both, so that they can be compared. */
const masking = (): Masking => ({
  names: SensitiveNames.ofSecretsAndPersons(['kundennummer']),
  substitution: new Substitution(),
  masksQueryValues: false,
  harmless: null,
  keptIn: NOTHING_FOUND,
});

function bothWays(text: string, by = masking()) {
  const { method, target, rawHeaders: fields, judgement } = parseRequestHead(text);
  if (typeof judgement === 'string') throw new Error(`${judgement} in ${text}`);
  const lines = { text, method, target, fields };
  const secrets: SecretField[] = [];
  const fieldLines = maskFieldLines(lines, by, secrets);
  // The same words become the same: so it shows that no other field has anything to mask.
  expect(maskSecretFields(lines, by, secrets)).toBe(fieldLines);
  const masked = maskRequestLine(lines, by) + fieldLines;
  return { masked, asFields: maskRequest({ target, fields, body: null }, by) };
}

it('the lines of a head say what its masked fields say', () => {
  let changed = 0;
  for (const { request } of plantedSecrets(1_000)) {
    const lines = request.fields.flatMap((name, index) =>
      index % 2 === 0 ? [`${name}: ${request.fields[index + 1]}`] : [],
    );
    const text = [`GET ${request.target} HTTP/1.1`, ...lines, ''].join('\r\n');
    const { masked, asFields } = bothWays(text);
    const read = parseRequestHead(masked);
    expect({ target: read.target, fields: read.rawHeaders }).toEqual({
      target: asFields.target,
      fields: asFields.fields,
    });
    expect(masked).toHaveLength(text.length);
    if (masked !== text) changed++;
  }
  expect(changed).toBeGreaterThan(300);
});

it.each([
  'Cookie:a=secretword',
  'Cookie: \t a=secretword \t ',
  'cOOKIE: a=secretword',
  'X:\r\nCookie: a=secretword',
  'X:   \r\nCookie: a=secretword\r\nY: \t',
  'Cookie: b=a:secretword\r\nCookie: a=secretword',
])('blanks and empty fields are where they were: %j', (line) => {
  const text = `GET /a?token=secretword HTTP/1.1\r\nHost: shop.example\r\n${line}\r\n`;
  const { masked, asFields } = bothWays(text);
  expect(masked).not.toContain('secretword');
  const signsOf = (some: string) => some.replace(/[a-z]/g, 'a');
  expect(signsOf(masked)).toBe(signsOf(text));
  expect(parseRequestHead(masked).rawHeaders).toEqual(asFields.fields);
});
