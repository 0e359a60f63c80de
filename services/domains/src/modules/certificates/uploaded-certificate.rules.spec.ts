import { createPrivateKey, X509Certificate } from 'node:crypto';
import { DAY_MS } from '@palisade/basics';
import { type Issued, type IssueOptions, TestAuthority } from '../../test/certificate-authority.ts';
import { readUploadedCertificate } from './uploaded-certificate.rules.ts';

const HOSTS = ['shop.example', 'www.shop.example'];
const NAMES = ['shop.example', '*.shop.example'];
let authority: TestAuthority;

beforeAll(async () => {
  authority = await TestAuthority.create();
});

const issue = (options: IssueOptions = {}): Promise<Issued> => authority.issue({ names: NAMES, ...options });

function codeOf(chain: string, key: string, hosts: readonly string[] = HOSTS): string {
  try {
    readUploadedCertificate(chain, key, hosts);
    return 'accepted';
  } catch (error) {
    return (error as { code: string }).code;
  }
}

describe('an uploaded certificate', () => {
  it('is taken with its chain, and its details are read', async () => {
    const { certPem, keyPem, serial } = await issue();
    const taken = readUploadedCertificate(`${certPem}\n${authority.intermediatePem}`, keyPem, HOSTS);
    expect(taken.details).toMatchObject({ names: NAMES, issuer: 'Test Inc Test Intermediate', serial });
    expect(taken.chainPem.match(/BEGIN CERTIFICATE/g)).toHaveLength(2);
  });

  it.each(['P-384', 'RSA-2048'] as const)('may have a key of %s', async (key) => {
    const { certPem, keyPem } = await issue({ key });
    expect(codeOf(certPem, keyPem)).toBe('accepted');
  });

  it.each(['P-521', 'RSA-1024'] as const)('may not have a key of %s', async (key) => {
    const { certPem, keyPem } = await issue({ key });
    expect(codeOf(certPem, keyPem)).toBe('private_key_kind');
  });

  it('takes keys in the older forms, and with Windows line ends and text around', async () => {
    const { certPem, keyPem } = await issue({ key: 'RSA-2048' });
    const pkcs1 = createPrivateKey(keyPem).export({ type: 'pkcs1', format: 'pem' }).toString();
    const dressed = `Bag Attributes\r\n${certPem.replaceAll('\n', '\r\n')}\r\n`;
    expect(codeOf(dressed, pkcs1)).toBe('accepted');
  });

  it('must belong to the key', async () => {
    const [one, other] = await Promise.all([issue(), issue()]);
    expect(codeOf(one.certPem, other.keyPem)).toBe('private_key_mismatch');
  });

  it('must belong to the private half of the key too', async () => {
    const [one, other] = await Promise.all([issue(), issue()]);
    const secretOf = (pem: string) =>
      Buffer.from(createPrivateKey(pem).export({ format: 'jwk' }).d!, 'base64url');
    const der = createPrivateKey(one.keyPem).export({ type: 'pkcs8', format: 'der' });
    secretOf(other.keyPem).copy(der, der.indexOf(secretOf(one.keyPem)));
    const mixed = `-----BEGIN PRIVATE KEY-----\n${der.toString('base64')}\n-----END PRIVATE KEY-----\n`;
    expect(new X509Certificate(one.certPem).checkPrivateKey(createPrivateKey(mixed))).toBe(true);
    expect(codeOf(one.certPem, mixed)).toBe('private_key_mismatch');
  });

  it('must cover every host of the site; a wildcard covers one label', async () => {
    const { certPem, keyPem } = await issue();
    expect(codeOf(certPem, keyPem, ['shop.example', 'a.b.shop.example'])).toBe('certificate_names_missing');
    expect(codeOf(certPem, keyPem, ['other.example'])).toBe('certificate_names_missing');
  });

  it('must be valid now', async () => {
    const ended = await issue({
      notBefore: new Date(Date.now() - 9 * DAY_MS),
      notAfter: new Date(Date.now() - DAY_MS),
    });
    expect(codeOf(ended.certPem, ended.keyPem)).toBe('certificate_expired');
    const early = await issue({ notBefore: new Date(Date.now() + DAY_MS) });
    expect(codeOf(early.certPem, early.keyPem)).toBe('certificate_not_yet_valid');
  });

  it('must come with its issuers in order', async () => {
    const { certPem, keyPem } = await issue();
    const stranger = await TestAuthority.create('Stranger');
    expect(codeOf(certPem + authority.rootPem, keyPem)).toBe('certificate_chain_order');
    expect(codeOf(certPem + stranger.intermediatePem, keyPem)).toBe('certificate_chain_order');
    expect(codeOf(authority.intermediatePem + certPem, keyPem)).toBe('certificate_is_authority');
    expect(codeOf(certPem.repeat(7), keyPem)).toBe('certificate_chain_too_long');
  });

  it('must be meant for servers', async () => {
    const { certPem, keyPem } = await issue({ purposes: ['1.3.6.1.5.5.7.3.2'] });
    expect(codeOf(certPem, keyPem)).toBe('certificate_purpose');
  });

  it('is refused with a key that is encrypted, missing or not one', async () => {
    const { certPem, keyPem } = await issue();
    const encrypted = createPrivateKey(keyPem)
      .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' })
      .toString();
    expect(codeOf(certPem, encrypted)).toBe('private_key_encrypted');
    expect(codeOf(certPem, 'nothing')).toBe('private_key_malformed');
    expect(codeOf(certPem, keyPem + keyPem)).toBe('private_key_malformed');
    expect(codeOf(certPem, '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----')).toBe(
      'private_key_malformed',
    );
  });

  it('is refused if it is not one', async () => {
    const { keyPem } = await issue();
    expect(codeOf('nothing', keyPem)).toBe('certificate_malformed');
    expect(codeOf('-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----', keyPem)).toBe(
      'certificate_malformed',
    );
  });

  it('never repeats the key in what it says', async () => {
    const [one, other] = await Promise.all([issue(), issue()]);
    try {
      readUploadedCertificate(one.certPem, other.keyPem, HOSTS);
      expect('accepted').toBe('refused');
    } catch (error) {
      expect(JSON.stringify(error)).not.toContain(other.keyPem.slice(40, 80));
    }
  });
});
