import * as z from 'zod/mini';
import { CLIENT_CERTIFICATE_LIMITS, clientCertificates } from './client-certificates.ts';

const { fields } = clientCertificates;
type Name = keyof typeof fields;
const pem = (body: string, label = 'CERTIFICATE') =>
  `-----BEGIN ${label}-----\n${body}\n-----END ${label}-----`;
const faults = (name: Name, value: unknown) =>
  (z.safeParse(fields[name].schema, value).error?.issues ?? []).map(({ path, message }) => [
    path.join('.'),
    message,
  ]);

it.each<[Name, unknown[]]>([
  ['client_certificate_authorities', [pem('QUJD'), `${pem('REVG')}\n`]],
  ['client_certificate_paths', ['/admin', '/']],
  [
    'client_certificate_allowed',
    [
      'ab'.repeat(32),
      Array(32).fill('AB').join(':'),
      ...['CN=device-7', 'O=Größe, Inc', 'DNS:a.example', 'URI:spiffe://a/b', 'email:a@b.example'],
    ],
  ],
  ['client_certificate_revocations', [pem('QUJD', 'X509 CRL')]],
])('%s takes %j', (name, values) => {
  expect(faults(name, values)).toEqual([]);
});

it.each<[Name, unknown[], string, RegExp]>([
  ['client_certificate_authorities', ['x'], '0', /in PEM: it begins with -----BEGIN CERTIFICATE-----$/],
  ['client_certificate_authorities', [pem('QUJD') + pem('REVG')], '0', /in PEM/],
  ['client_certificate_authorities', [pem('QUJD', 'PRIVATE KEY')], '0', /in PEM/],
  ['client_certificate_authorities', [pem('QUJD'), pem('QU\nJD')], '1', /in the list already/],
  ['client_certificate_authorities', Array.from({ length: 11 }, (_, n) => pem(`QUJ${n}`)), '', /at most 10/],
  ['client_certificate_authorities', [pem('A'.repeat(8_192))], '0', /at most 8,192 characters/],
  ['client_certificate_allowed', ['device-7'], '0', /fingerprint/],
  ['client_certificate_allowed', ['ab'.repeat(31)], '0', /fingerprint/],
  ['client_certificate_allowed', ['CN='], '0', /fingerprint/],
  ['client_certificate_paths', ['admin'], '0', /slash/],
  [
    'client_certificate_revocations',
    ['A', 'B'].map((letter) =>
      pem(letter.repeat(CLIENT_CERTIFICATE_LIMITS.revocationCharacters / 2), 'X509 CRL'),
    ),
    '',
    /together/,
  ],
])('%s refuses %j at its place', (name, values, path, message) => {
  expect(faults(name, values)[0]).toEqual([path, expect.stringMatching(message)]);
});
