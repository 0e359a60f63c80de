import { SensitiveNames } from '../../features/recording/masking/sensitive-names.ts';
import { maskedAddress, withoutValues } from './masked-address.ts';

const names = SensitiveNames.ofSecrets(['Kunden-Nummer']);

describe('what records keep of an address', () => {
  it.each([
    ['a password', '/login?user=ana&password=h%26x&a=1', '/login?user=ana&password=*****&a=1'],
    [
      'a token, whatever its name is joined with',
      '/?reset_token=abc&X-Api-Key=k1',
      '/?reset_token=***&X-Api-Key=**',
    ],
    ['a member in brackets', '/?user%5Bpassword%5D=abc', '/?user%5Bpassword%5D=***'],
    ['a code of OAuth', '/callback?code=4%2F0A&state=1', '/callback?code=******&state=1'],
    ['a value with a semicolon', '/?token=a;b&c=d', '/?token=***&c=d'],
    ['one behind a semicolon', '/?a=1;token=b', '/?a=1;token=*'],
    ['one without an end', '/?a=1&session=', '/?a=1&session='],
    ['a session of a path', '/shop;jsessionid=A1B2;v=1/cart?a=b', '/shop;jsessionid=****;v=1/cart?a=b'],
    ['an address within an address', '/login?next=/reset?token=abc&a=b', '/login?next=/reset?token=***&a=b'],
    [
      'an escaped address within one',
      '/login?next=%2Freset%3Ftoken%3Dabc',
      '/login?next=%2Freset%3Ftoken%3D***',
    ],
    ['a referer', 'https://a.example/reset?token=abc', 'https://a.example/reset?token=***'],
    ['what the owner names', '/?kundennummer=17', '/?kundennummer=**'],
  ])('hides %s', (_what, address, masked) => {
    expect(maskedAddress(address, names)).toBe(masked);
  });

  it.each([
    '/',
    '/a=b',
    '/search?q=shoes&page=2&author=ann&email=a@b.example',
    "/item?id=1' OR 1=1--",
    '/verify/d41d8cd98f00b204e9800998ecf8427e',
    '/?password',
  ])('leaves %s as it came', (address) => {
    expect(maskedAddress(address, names)).toBe(address);
  });
});

describe('what records keep of an address where a site masks all values', () => {
  it.each([
    ['values', '/a?q=shoes&page=2', '/a?q=*****&page=*'],
    ['a parameter that has none', '/a?ana@example.com&b', '/a?***************&*'],
    ['values with further signs', '/a?q=a=b?c;d', '/a?q=*******'],
    ['parameters of the path', '/a;v=12/b?c=', '/a;v=**/b?c='],
    ['nothing of a plain path', '/a/b=c', '/a/b=c'],
    ['a referer', 'https://a.example/?q=1', 'https://a.example/?q=*'],
  ])('hides %s', (_what, address, masked) => expect(withoutValues(address)).toBe(masked));
});
