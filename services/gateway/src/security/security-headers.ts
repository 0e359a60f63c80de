export interface SecurityPolicy {
  publicUrl: string;
  /** Origins of the payment provider: its script, its frames, its calls. */
  paymentOrigins: readonly string[];
}

/**
 * What browsers are told about every answer. Scripts come from our own files and the payment provider only, never
 * from a page; style attributes are allowed because charts and the provider's buttons set them.
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
    // No text becomes markup or code but by these (frontend/src/shared/lib/trusted-types.ts).
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
    // The payment provider approves in a window of its own that must be able to answer ours.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    ...(https && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  };
}
