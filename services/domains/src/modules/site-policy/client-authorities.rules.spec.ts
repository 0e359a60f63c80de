import { DAY_MS } from '@palisade/basics';
import { defaultSitePolicy, type OriginConfig } from '@palisade/site-policy';
import { TestAuthority } from '../../test/certificate-authority.ts';
import { clientAuthorityFaults } from './client-authorities.rules.ts';

const { originConfig } = defaultSitePolicy({
  origin_host: 'a.example',
  origin_port: 80,
  origin_protocol: 'http',
});
const asking: OriginConfig = { ...originConfig, client_certificates: 'required' };
let authority: TestAuthority;
let other: TestAuthority;

beforeAll(async () => {
  [authority, other] = await Promise.all([TestAuthority.create('Devices'), TestAuthority.create('Others')]);
});

const faults = (wanted: Partial<OriginConfig>, stored: Partial<OriginConfig> = {}, restored = false) =>
  clientAuthorityFaults(
    { ...originConfig, ...stored },
    { ...asking, ...wanted },
    { nowMs: Date.now(), restored },
  );
const authorities = (...pems: string[]) => ({ client_certificate_authorities: pems });
const AT = 'originConfig.client_certificate_authorities';

it('takes roots and intermediates, and any number of them', async () => {
  expect(await faults(authorities(authority.rootPem, authority.intermediatePem, other.rootPem))).toEqual([]);
});

it('asks for one where certificates are asked for', async () => {
  expect(await faults({})).toEqual([{ path: AT, message: expect.stringMatching(/^Please add/) }]);
  expect(await faults({ client_certificates: 'off' })).toEqual([]);
});

it.each<[string, () => Promise<string>, RegExp]>([
  [
    'no authority’s',
    async () => (await authority.issue()).certPem,
    /^This is not the certificate of an authority/,
  ],
  [
    'ended',
    async () =>
      (await authority.issue({ isAuthority: true, notAfter: new Date(Date.now() - DAY_MS) })).certPem,
    /expired on \d{4}-\d{2}-\d{2}$/,
  ],
  [
    'weak',
    async () => (await authority.issue({ isAuthority: true, key: 'RSA-1024' })).certPem,
    /is RSA with 1024 bits/,
  ],
  [
    'unreadable',
    async () => '-----BEGIN CERTIFICATE-----\nQUJD\n-----END CERTIFICATE-----',
    /cannot be read/,
  ],
])('refuses one that is %s, at its place', async (_what, made, message) => {
  const pem = await made();
  expect(await faults(authorities(authority.rootPem, pem))).toEqual([
    { path: `${AT}.1`, message: expect.stringMatching(message) },
  ]);
  // Authorities that were valid when they were saved stay, and so does a restored version.
  expect(await faults(authorities(pem), authorities(pem))).toEqual([]);
  expect(await faults(authorities(pem), {}, true)).toEqual([]);
});

describe('a revocation list', () => {
  const listOf = async (by: TestAuthority) =>
    `-----BEGIN X509 CRL-----\n${(await by.revocationList(['0a'])).toString('base64')}\n-----END X509 CRL-----`;
  const lists = (...pems: string[]) => ({ client_certificate_revocations: pems });

  it('is taken from an authority of the site, and from no other', async () => {
    const own = await listOf(authority);
    const by = authorities(authority.intermediatePem);
    expect(await faults({ ...by, ...lists(own) })).toEqual([]);
    expect(await faults({ ...by, ...lists(own, await listOf(other)) })).toEqual([
      {
        path: 'originConfig.client_certificate_revocations.1',
        message: expect.stringMatching(/^None of the certificate authorities above has signed/),
      },
    ]);
    // It goes with the authority that it is of.
    const without = { ...authorities(other.rootPem), ...lists(own) };
    expect(await faults(without, { ...by, ...lists(own) })).toHaveLength(1);
  });

  it('is refused where another key has signed it under the same name', async () => {
    const twin = await TestAuthority.create('Devices');
    const forged = { ...authorities(authority.intermediatePem), ...lists(await listOf(twin)) };
    expect(await faults(forged)).toHaveLength(1);
  });

  it('is refused where it cannot be read', async () => {
    const broken = lists('-----BEGIN X509 CRL-----\nQUJD\n-----END X509 CRL-----');
    expect(await faults({ ...authorities(authority.rootPem), ...broken })).toEqual([
      expect.objectContaining({ message: 'This revocation list cannot be read' }),
    ]);
  });
});
