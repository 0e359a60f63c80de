import { createPrivateKey, X509Certificate } from 'node:crypto';
import { DAY_MS } from '@palisade/basics';
import { issueClientCertificate, newAuthority } from './issue-certificate.ts';

const CLIENT_AUTHENTICATION = '1.3.6.1.5.5.7.3.2';
const SITE = { id: '0198f1f0-0000-7000-8000-000000000001', domainName: 'shop.example' };

describe('certificates for origins', () => {
  it('are signed by the authority of their site, and by no other', async () => {
    const [own, other] = await Promise.all([newAuthority(SITE.id), newAuthority(SITE.id)]);
    const issued = await issueClientCertificate(own, SITE);
    const leaf = new X509Certificate(issued.certificatePem);
    const [ownCa, otherCa] = [
      new X509Certificate(own.certificatePem),
      new X509Certificate(other.certificatePem),
    ];
    expect(ownCa.ca).toBe(true);
    expect(ownCa.subject).not.toBe(otherCa.subject);
    expect(leaf.checkIssued(ownCa) && leaf.verify(ownCa.publicKey)).toBe(true);
    expect(leaf.checkIssued(otherCa)).toBe(false);
    expect(leaf.verify(otherCa.publicKey)).toBe(false);
    expect(leaf.checkPrivateKey(createPrivateKey(issued.keyPem))).toBe(true);
  });

  it('are for clients only, for 90 days, and name the site', async () => {
    const now = new Date('2026-11-28T12:00:00Z');
    const issued = await issueClientCertificate(await newAuthority(SITE.id, now), SITE, now);
    const leaf = new X509Certificate(issued.certificatePem);
    expect(leaf.ca).toBe(false);
    expect(leaf.keyUsage).toEqual([CLIENT_AUTHENTICATION]);
    expect(leaf.subject).toBe('O=Palisade\nCN=shop.example');
    expect(leaf.subjectAltName).toBe('DNS:shop.example');
    expect(leaf.validToDate.getTime()).toBe(now.getTime() + 90 * DAY_MS);
    expect(leaf.validFromDate < now).toBe(true);
  });

  it('have a name of a length that servers take where the site’s is longer', async () => {
    const domainName = `${'a'.repeat(60)}.${'b'.repeat(60)}.example`;
    const issued = await issueClientCertificate(await newAuthority(SITE.id), { ...SITE, domainName });
    const leaf = new X509Certificate(issued.certificatePem);
    expect(leaf.subject).toBe(`O=Palisade\nCN=${SITE.id}`);
    expect(leaf.subjectAltName).toBe(`DNS:${domainName}`);
  });

  it('do not outlive their authority', async () => {
    const made = new Date('2026-11-28T12:00:00Z');
    const authority = await newAuthority(SITE.id, made);
    const { validToDate } = new X509Certificate(authority.certificatePem);
    const late = new Date(validToDate.getTime() - DAY_MS);
    const issued = await issueClientCertificate(authority, SITE, late);
    expect(new X509Certificate(issued.certificatePem).validToDate).toEqual(validToDate);
  });
});
