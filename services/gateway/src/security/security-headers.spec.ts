import { securityHeaders } from './security-headers.ts';

const policy = (publicUrl: string) =>
  securityHeaders({ publicUrl, paymentOrigins: ['https://pay.example', 'https://static.pay.example'] });

describe('securityHeaders', () => {
  it('lets scripts come from our files and the payment provider, never from a page', () => {
    const csp = policy('https://palisade.example')['content-security-policy'] ?? '';
    const scripts = csp.split('; ').find((directive) => directive.startsWith('script-src'));
    expect(scripts).toBe(`script-src 'self' https://pay.example https://static.pay.example`);
    expect(csp).toContain(`frame-ancestors 'none'`);
    expect(csp).toContain(`object-src 'none'`);
    expect(csp).toContain(
      `require-trusted-types-for 'script'; trusted-types palisade-payment palisade-preview palisade-worker default`,
    );
  });

  it('insists on https only where the product is reached by it', () => {
    expect(policy('https://palisade.example')).toHaveProperty('strict-transport-security');
    expect(policy('https://palisade.example')['content-security-policy']).toContain('upgrade-insecure');
    expect(policy('http://localhost:8080')).not.toHaveProperty('strict-transport-security');
    expect(policy('http://localhost:8080')['content-security-policy']).not.toContain('upgrade-insecure');
  });
});
