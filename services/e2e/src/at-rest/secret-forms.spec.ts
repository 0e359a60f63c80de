import { type Form, formsOf, foundIn, fromBase32 } from './secret-forms.ts';

describe('the forms that a secret is looked for in', () => {
  const secret = { name: 'seed', text: 'JBSWY3DPEHPK3PXP', bytes: fromBase32('JBSWY3DPEHPK3PXP') };
  const forms: Form[] = formsOf(secret);

  it('reads base32', () => {
    expect(fromBase32('JBSWY3DPEHPK3PXP').toString('hex')).toBe('48656c6c6f21deadbeef');
  });

  it.each([0, 1, 2, 3, 4])('finds it within base64, %i bytes after its beginning', (before) => {
    for (const value of [Buffer.from(secret.text), secret.bytes]) {
      const whole = Buffer.concat([Buffer.alloc(before, 'x'), value, Buffer.from('yz')]);
      expect(foundIn(Buffer.from(whole.toString('base64')), forms)).not.toEqual([]);
      expect(foundIn(Buffer.from(whole.toString('base64url')), forms)).not.toEqual([]);
    }
  });

  it('finds it plain and in hexadecimal, and nothing where it is not', () => {
    expect(foundIn(Buffer.from(`{"a":"${secret.text}"}`), forms)).toEqual(['seed, plain']);
    expect(foundIn(Buffer.from(`\\x00${secret.bytes.toString('hex')}`), forms)).toEqual(['seed, hex']);
    expect(foundIn(Buffer.from('JBSWY3DPEHPK3PX'), forms)).toEqual([]);
  });
});
