import {
  authorityKey,
  certificateFacts,
  certificateNumber,
  plainSerial,
} from '../model/certificate-facts.ts';
import { bytesOfPem, isOnePemBlock, pemBlocks } from '../model/pem.ts';
import { readRevocationList } from '../model/revocation-list.ts';
import { certificateText, revocationListText } from './certificate-words.ts';

/** Signed by itself, for a hundred years; written by OpenSSL, as is its list of one. */
const AUTHORITY = `-----BEGIN CERTIFICATE-----
MIIBqDCCAU+gAwIBAgIUP9VfiOlFhHB8xQy8ds/Molb4Zv0wCgYIKoZIzj0EAwIw
KTEQMA4GA1UECgwHRXhhbXBsZTEVMBMGA1UEAwwMVGVzdCBkZXZpY2VzMCAXDTI2
MTEyNzE0Mjg0OVoYDzIxMjYxMTAzMTQyODQ5WjApMRAwDgYDVQQKDAdFeGFtcGxl
MRUwEwYDVQQDDAxUZXN0IGRldmljZXMwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNC
AASQo70ybNZdWIw10kwouEs0wGExB0kpsQGu0CSBL3NDL4tpbzTM+VioA9Yiabjd
OCtGLn3Zg5vKjgK6FmZmDbTbo1MwUTAdBgNVHQ4EFgQUjVS488FVGHXlEc3CkqzV
0r1UrtcwHwYDVR0jBBgwFoAUjVS488FVGHXlEc3CkqzV0r1UrtcwDwYDVR0TAQH/
BAUwAwEB/zAKBggqhkjOPQQDAgNHADBEAiB+cR1frR7jahQBRd0nwS3rtcvGL066
2GBRAutaUJG9XQIgf19cE0GP+lB3MJ179yCtSZNCceUcKiw230YhyWMSLus=
-----END CERTIFICATE-----`;
const LIST = `-----BEGIN X509 CRL-----
MIHcMIGDAgEBMAoGCCqGSM49BAMCMCkxEDAOBgNVBAoMB0V4YW1wbGUxFTATBgNV
BAMMDFRlc3QgZGV2aWNlcxcNMjYxMTI3MTQyODQ5WhgPMjEyNjExMDMxNDI4NDla
MBcwFQIEAKGywxcNMjYxMTI3MTQyODQ5WqAOMAwwCgYDVR0UBAMCAQEwCgYIKoZI
zj0EAwIDSAAwRQIhANmg5CFSA4MJX/9zzUIZJ58hxMlLTfh8F9rJbYKofuSBAiAh
uHEyzAu6isJG44BuiXkD1HzTfRCiscCqiG2U60QHeQ==
-----END X509 CRL-----`;

const bytes = () => bytesOfPem(AUTHORITY, 'CERTIFICATE')!;
const asPem = (der: Uint8Array) =>
  `-----BEGIN CERTIFICATE-----\n${Buffer.from(der).toString('base64')}\n-----END CERTIFICATE-----`;

it('a certificate is shown by its subject’s name and its last day', () => {
  expect(certificateFacts(AUTHORITY)).toEqual({
    name: 'Test devices',
    notAfter: new Date('2126-11-03T14:28:49Z'),
  });
  expect(certificateText(AUTHORITY)).toBe('Test devices, until 2126-11-03');
  expect(certificateText('x')).toBe('a certificate that cannot be read');
});

it('a revocation list names its authority as certificates do, and those that are revoked', () => {
  const list = readRevocationList(LIST)!;
  expect(list).toMatchObject({ issuerName: 'Test devices', nextUpdate: new Date('2126-11-03T14:28:49Z') });
  expect([...list.serials]).toEqual(['a1b2c3']);
  expect(certificateNumber(bytes())).toMatchObject({ issuer: list.issuer });
  expect(revocationListText(LIST)).toBe('Test devices: 1 revoked, next list due on 2126-11-03');
  expect(revocationListText(LIST, new Date('2126-11-04'))).toBe(
    'Test devices: 1 revoked, out of date: the next list was due on 2126-11-03',
  );
});

it('a revocation list is its authority’s, whichever tool has written the name', () => {
  const UTF8_STRING = 0x0c;
  const PRINTABLE_STRING = 0x13;
  const list = Buffer.from(bytesOfPem(LIST, 'X509 CRL')!);
  const at = list.indexOf('Test devices');
  expect(list[at - 2]).toBe(UTF8_STRING);
  list[at - 2] = PRINTABLE_STRING;
  list.write('TEST  device', at);
  const pem = `-----BEGIN X509 CRL-----\n${list.toString('base64')}\n-----END X509 CRL-----`;
  expect(readRevocationList(pem)!.issuer).not.toBe(authorityKey(bytes()));
  list.write('TEST DEVICES', at);
  const same = `-----BEGIN X509 CRL-----\n${list.toString('base64')}\n-----END X509 CRL-----`;
  expect(readRevocationList(same)!.issuer).toBe(authorityKey(bytes()));
  expect(certificateNumber(bytes())!.issuer).toBe(authorityKey(bytes()));
});

it.each([
  ['00A1', 'a1'],
  ['0', '0'],
  ['000', '0'],
  ['7f', '7f'],
])('the serial number %s is compared as %s', (written, plain) => {
  expect(plainSerial(written)).toBe(plain);
});

it('what is cut off anywhere, or not DER, is no certificate and no list', () => {
  const whole = bytes();
  for (let length = 0; length < whole.length; length++) {
    expect(certificateFacts(asPem(whole.subarray(0, length)))).toBeNull();
    expect(certificateNumber(whole.subarray(0, length))).toBeNull();
  }
  const list = bytesOfPem(LIST, 'X509 CRL')!;
  for (let length = 0; length < list.length; length++) {
    const cut = Buffer.from(list.subarray(0, length)).toString('base64');
    expect(readRevocationList(`-----BEGIN X509 CRL-----\n${cut}\n-----END X509 CRL-----`)).toBeNull();
  }
});

it('a changed byte never makes a reader throw', () => {
  for (let at = 0; at < bytes().length; at++)
    for (const value of [0x00, 0x30, 0x7f, 0x80, 0x84, 0xff]) {
      const changed = bytes();
      changed[at] = value;
      expect(() => certificateFacts(asPem(changed))).not.toThrow();
      expect(() => certificateNumber(changed)).not.toThrow();
    }
});

it('blocks of PEM are found among other text, and told from two and from none', () => {
  expect(pemBlocks(`bag\n${AUTHORITY}\n${LIST}\n${AUTHORITY}`, 'CERTIFICATE')).toEqual([
    AUTHORITY,
    AUTHORITY,
  ]);
  expect(isOnePemBlock(`${AUTHORITY}\n`, 'CERTIFICATE')).toBe(true);
  expect(isOnePemBlock(AUTHORITY + AUTHORITY, 'CERTIFICATE')).toBe(false);
  expect(isOnePemBlock(LIST, 'CERTIFICATE')).toBe(false);
});
