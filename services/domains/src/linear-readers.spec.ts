// What owners send is read in linear work: each text, list and record of every request, and what is read besides, at once,
// four and sixteen times the size.
import { growthOf, nonLinear, testLinearSchemas } from '@palisade/testing/work';
import { z } from 'zod';
import { readUploadedCertificate } from './modules/certificates/uploaded-certificate.rules.ts';
import { normaliseDomainName } from './modules/domain-store/domain-name.rules.ts';

await testLinearSchemas(import.meta.dirname, 10, (schema) =>
  z.toJSONSchema(schema as z.ZodType, { io: 'input', unrepresentable: 'any' }),
);

const tried = (read: () => unknown): void => {
  try {
    read();
  } catch {
    // Invalid input was parsed, too.
  }
};

describe.each([
  ['certificates that do not end', '-----BEGIN CERTIFICATE-----\nQUJD\n'],
  ['certificates of nothing', '-----BEGIN CERTIFICATE-----\nQUJD\n-----END CERTIFICATE-----\n'],
  ['dashes', '-----'],
  ['blanks', ' \n'],
  ['letters', 'QUJD'],
])('an uploaded certificate of %s', (_what, unit) => {
  it.each([
    ['chain', (text: string) => readUploadedCertificate(text, '', ['a.example'])],
    [
      'key',
      (text: string) => readUploadedCertificate(text, text.replaceAll('CERTIFICATE', 'PRIVATE KEY'), []),
    ],
  ])('is linear in its %s', (_part, read) => {
    const growth = growthOf({
      base: 1_000,
      make: (bytes) => unit.repeat(bytes / unit.length),
      sizeOf: (text) => text.length,
      run: (text) => tried(() => read(text)),
    });
    expect(nonLinear(growth)).toBeNull();
  });
});

it.each(['a.', 'a', 'é', '..', 'xn--', '-', ' ', 'https://'])(
  'a name of %j is read in linear work',
  (unit) => {
    const growth = growthOf({
      base: 500,
      make: (bytes) => unit.repeat(bytes / unit.length),
      sizeOf: (text) => text.length,
      run: (text) => tried(() => normaliseDomainName(text, ['palisade.example'])),
    });
    expect(nonLinear(growth)).toBeNull();
  },
);
