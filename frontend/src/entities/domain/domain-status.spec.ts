import { domainStatus, isUnprotected, verificationRecord } from './domain-status.ts';

describe('domainStatus', () => {
  it.each([
    [false, false, 'Pending Verification'],
    [false, true, 'Pending Verification'],
    [true, false, 'Verified'],
    [true, true, 'Verified & Active'],
  ])('dns_verified %s and is_active %s read "%s"', (dns_verified, is_active, label) => {
    expect(domainStatus({ dns_verified, is_active, dns: 'all' }).label).toBe(label);
  });

  it('is green only for a site that visitors reach, as far as is known', () => {
    const active = { dns_verified: true, is_active: true };
    expect(domainStatus({ ...active, dns: 'some' }).tone).toBe('ok');
    expect(domainStatus({ ...active, dns: null }).tone).toBe('ok');
    expect(domainStatus({ ...active, dns: 'none' }).tone).toBe('info');
    expect(isUnprotected({ is_active: true, dns: 'none' })).toBe(true);
    expect(isUnprotected({ is_active: true, dns: null })).toBe(false);
    expect(isUnprotected({ is_active: false, dns: 'none' })).toBe(false);
  });
});

describe('verificationRecord', () => {
  const domain = { domain_name: 'example.com', verification_token: 'abc', cname_target: 'lb.palisade.test' };

  it('builds the name from token and domain unless the server names it', () => {
    expect(verificationRecord({ ...domain, verification_subdomain: '' }).name).toBe('waf-abc.example.com');
    expect(verificationRecord({ ...domain, verification_subdomain: 'waf-x.example.com' }).name).toBe(
      'waf-x.example.com',
    );
  });

  it('is a TXT record where a CNAME record proves nothing', () => {
    const verification_txt = { name: '_palisade-challenge.example.com', value: 'palisade=abc' };
    const claim = { ...domain, verification_subdomain: '', verification_txt };
    expect(verificationRecord({ ...claim, txt_reason: null }).type).toBe('CNAME');
    expect(verificationRecord({ ...claim, txt_reason: 'wildcard' })).toEqual({
      type: 'TXT',
      name: '_palisade-challenge.example.com',
      target: 'palisade=abc',
    });
  });
});
