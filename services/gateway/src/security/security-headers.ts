export interface SecurityPolicy {
  publicUrl: string;
  /** Origins of the payment provider, for scripts, frames and calls. */
  paymentOrigins: readonly string[];
}

/**
 * Security headers of every response. Scripts come from our files and the payment provider only, never inline; style
 * attributes are allowed, as charts and the provider's buttons set them.
 */
export function securityHeaders({
  publicUrl,
  paymentOrigins,
}: SecurityPolicy): Readonly<Record<string, string>> {
  const https = publicUrl.startsWith('https:');
  const payment = paymentOrigins.join(' ');
  const policy: Readonly<Record<string, string>> = {
    'default-src': `'self'`,
    'script-src': `'self' ${payment}`,
    'style-src': `'self' 'unsafe-inline'`,
    'img-src': `'self' data: ${payment}`,
    'font-src': `'self'`,
    'connect-src': `'self' ${payment}`,
    'frame-src': `'self' ${payment}`,
    'object-src': `'none'`,
    'base-uri': `'self'`,
    'form-action': `'self'`,
    'frame-ancestors': `'none'`,
    // Trusted types: the only ways to turn text into markup or code (frontend/src/shared/lib/trusted-types.ts).
    'require-trusted-types-for': `'script'`,
    'trusted-types': 'palisade-payment palisade-preview palisade-worker default',
  };
  return {
    'content-security-policy': [
      ...Object.entries(policy).map(([name, sources]) => `${name} ${sources}`.trim()),
      ...(https ? ['upgrade-insecure-requests'] : []),
    ].join('; '),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy':
      'camera=(), geolocation=(), microphone=(), usb=(), payment=(self), interest-cohort=()',
    'cross-origin-resource-policy': 'same-origin',
    // The payment provider's popup must be able to send its result to our window.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    ...(https && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  };
}
