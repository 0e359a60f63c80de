import { Certificate, covers } from './certificate.entity.ts';
import { viewCertificates } from './certificate-view.ts';

const NOW = new Date('2026-06-01T00:00:00Z');
const [PAST, FUTURE] = [new Date('2026-05-01T00:00:00Z'), new Date('2026-08-01T00:00:00Z')];

const row = (fields: Partial<Certificate>): Certificate =>
  Object.assign(new Certificate(), {
    source: 'automatic',
    status: 'active',
    names: ['shop.example'],
    chainPem: 'pem',
    notBefore: PAST,
    notAfter: FUTURE,
    renewAt: null,
    lastErrorCode: null,
    lastError: null,
    nextAttemptAt: FUTURE,
    issuer: null,
    serial: null,
    fingerprint: null,
    ...fields,
  });

const used = (...rows: Certificate[]) =>
  viewCertificates(rows, ['shop.example'], NOW).find((view) => view.in_use)?.source;

describe('which certificate is in use', () => {
  it('is the uploaded one while it is valid, then the obtained one', () => {
    expect(used(row({}), row({ source: 'uploaded' }))).toBe('uploaded');
    expect(used(row({}), row({ source: 'uploaded', notAfter: PAST }))).toBe('automatic');
    expect(used(row({ notAfter: PAST }), row({ source: 'uploaded', notAfter: PAST }))).toBe('uploaded');
  });

  it('is none before there is one', () => {
    expect(used(row({ chainPem: null, notAfter: null, names: [], status: 'pending' }))).toBeUndefined();
  });
});

describe('what is shown of a certificate', () => {
  it('says which hosts it does not hold for', () => {
    const [view] = viewCertificates([row({})], ['shop.example', 'www.shop.example'], NOW);
    expect(view?.uncovered_hosts).toEqual(['www.shop.example']);
  });

  it('is that it ended, and that a look at one in good order is nothing under way', () => {
    expect(viewCertificates([row({ notAfter: PAST })], [], NOW)[0]?.status).toBe('expired');
    expect(viewCertificates([row({})], [], NOW)[0]?.next_attempt_at).toBeNull();
    expect(viewCertificates([row({ status: 'renewing' })], [], NOW)[0]?.next_attempt_at).not.toBeNull();
  });
});

it('takes a wildcard for one label and not for the name itself', () => {
  expect(covers(['*.shop.example'], 'www.shop.example')).toBe(true);
  expect(covers(['*.shop.example'], 'shop.example')).toBe(false);
  expect(covers(['*.shop.example'], 'a.b.shop.example')).toBe(false);
});
