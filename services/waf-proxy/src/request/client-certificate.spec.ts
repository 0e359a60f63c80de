import { X509Certificate } from 'node:crypto';
import { identity } from '../test-support/client-authority.ts';
import { ClientCertificate, printable } from './client-certificate.ts';

const SUBJECT = [
  { name: 'countryName', value: 'DE' },
  { name: 'organizationName', value: 'Acme <Inc>' },
];

async function shown(hosts: readonly string[] = ['a.example', 'b.example']) {
  const { cert } = await identity('till-1', { subject: SUBJECT, hosts });
  const leaf = new X509Certificate(cert);
  return { leaf, certificate: new ClientCertificate({ leaf: leaf.raw, error: '', numbers: [] }, 'policy') };
}

it('is let in by the parts of its subject as they are, and by its alternative names', async () => {
  const { certificate } = await shown();
  expect([...certificate.names]).toEqual([
    'CN=till-1',
    'C=DE',
    'O=Acme <Inc>',
    'DNS:a.example',
    'DNS:b.example',
  ]);
});

it('is told to origins in lines of ASCII, and without what is longer than a head holds', async () => {
  const { leaf, certificate } = await shown();
  expect(certificate.verifiedFields(true)).toEqual([
    ...['Client-Cert-Subject', 'O=Acme \\<Inc\\>,C=DE,CN=till-1'],
    ...['Client-Cert-Issuer', 'O=Acme \\<Inc\\>,C=DE,CN=till-1'],
    ...['Client-Cert-San', 'DNS:a.example, DNS:b.example'],
    ...['Client-Cert-Serial', leaf.serialNumber],
    ...['Client-Cert-Fingerprint', leaf.fingerprint256.replaceAll(':', '').toLowerCase()],
    ...['Client-Cert', `:${leaf.raw.toString('base64')}:`],
  ]);
  const long = await shown(Array.from({ length: 400 }, (_, index) => `${index}.example`));
  expect(long.certificate.verifiedFields(true)).not.toContain('Client-Cert-San');
  expect(long.certificate.verifiedFields(true)).not.toContain('Client-Cert');
});

it.each([
  ['a\r\nX: y', 'a%0D%0AX: y'],
  // One byte of each would be a line feed.
  ['\u010a', '%C4%8A'],
  ['100%', '100%25'],
  ['\ud800', '%EF%BF%BD'],
])('%j is written as %s', (text, written) => {
  expect(printable(text)).toBe(written);
});
