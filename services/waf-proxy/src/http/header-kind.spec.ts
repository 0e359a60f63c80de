import { readFileSync } from 'node:fs';
import { CLAIMED_FIELDS } from './claimed-fields.ts';
import { HeaderKind, headerKind, passesAlways } from './header-kind.ts';

it.each([
  'Client-IP',
  'CLIENT_IP',
  'client.ip',
  'X-Forwarded',
  'Forwarded-For',
  'X-Remote-IP',
  'X_Real_IP',
  'X_Forwarded_For',
  'Remote-User',
  'X-Forwarded-User',
  'Front-End-Https',
])('%s is believed of proxies: no visitor’s to say', (name) => {
  expect(headerKind(name)).toBe(HeaderKind.Forwarded);
});

it.each([...CLAIMED_FIELDS])('%s does not pass, and the guide says so', (name) => {
  expect(passesAlways(headerKind(name))).toBe(false);
  const guide = readFileSync(new URL('../../../../docs/guides/origin.md', import.meta.url), 'utf8');
  expect(guide).toContain(`\`${name}\``);
});

it.each([
  'Client-Cert',
  'Client_Cert_Subject',
  'X-Client-Cert',
  'X-Client-Cert-Fingerprint',
  'X-Client-Verify',
  'X-Client-DN',
  'X-Forwarded-Client-Cert',
  'X-Forwarded-Tls-Client-Cert',
  'X-Forwarded-Tls-Client-Cert-Info',
  'SSL-Client-Verify',
  'SSL-Client-Subject-DN',
  'SSL_CLIENT_S_DN',
  'X-SSL-Client-CN',
  'X-SSL-Client-Cert',
  'X-ARR-ClientCert',
  'X-Amzn-Mtls-Clientcert-Subject',
  'Cf-Client-Cert-Sha256',
])('%s says by whose certificate a client comes: no visitor’s to say', (name) => {
  expect(headerKind(name)).toBe(HeaderKind.Forwarded);
});

it.each([
  'X-Client-Certainty',
  'X-Client-Version',
  'X-SSL-Clients',
  'Client-Certified',
  'X-Client-Verify-Code',
])('%s says something else', (name) => {
  expect(headerKind(name)).toBe(HeaderKind.Plain);
});
