import { hasWebhookForm } from './webhook-form.rules.ts';

const API = 'https://api-m.paypal.com';
const genuine = {
  transmissionId: '69cd13f0-d67a-11e5-baa3-778b53f4ae55',
  transmissionTime: '2026-11-27T07:01:33Z',
  transmissionSignature: Buffer.alloc(256, 'signature').toString('base64'),
  authAlgorithm: 'SHA256withRSA',
  certUrl: 'https://api.paypal.com/v1/notifications/certs/CERT-360caa42-fca2a594-a5cafa77',
};

describe('the form of a webhook', () => {
  it('is what PayPal’s and its sandbox’s have', () => {
    expect(hasWebhookForm(genuine, API)).toBe(true);
    const certUrl = 'https://api.sandbox.paypal.com/v1/notifications/certs/CERT-1';
    expect(hasWebhookForm({ ...genuine, certUrl }, API)).toBe(true);
  });

  it('may have the certificate where the API is, for what stands in for PayPal', () => {
    const certUrl = 'http://127.0.0.1:4711/cert';
    expect(hasWebhookForm({ ...genuine, certUrl }, 'http://127.0.0.1:4711')).toBe(true);
    expect(hasWebhookForm({ ...genuine, certUrl }, API)).toBe(false);
  });

  it.each([
    ['transmissionId', ''],
    ['transmissionId', 'a'.repeat(101)],
    ['transmissionId', 'a b'],
    ['transmissionTime', 'yesterday'],
    ['transmissionSignature', ''],
    ['transmissionSignature', 'not base64!'],
    ['transmissionSignature', 'A'.repeat(2_004)],
    ['authAlgorithm', ''],
    ['certUrl', ''],
    ['certUrl', 'https://paypal.com.example/cert'],
    ['certUrl', 'https://notpaypal.com/cert'],
    ['certUrl', 'https://api.paypal.com@example.net/cert'],
    ['certUrl', 'http://api.paypal.com/cert'],
    ['certUrl', 'file:///etc/passwd'],
    ['certUrl', `https://api.paypal.com/${'a'.repeat(1_000)}`],
  ])('is not what has the %s %j', (name, value) => {
    expect(hasWebhookForm({ ...genuine, [name]: value }, API)).toBe(false);
  });
});
