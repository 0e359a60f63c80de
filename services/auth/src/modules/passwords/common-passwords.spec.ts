import { isCommonPassword } from './common-passwords.ts';

describe('isCommonPassword', () => {
  it.each([
    '123456',
    '12345678',
    'password',
    'Password1!',
    'qwerty',
    'QWERTZ',
    'iloveyou',
    'monkey2024',
    '111111',
    'abcabc',
    '121212',
    'P@ssw0rd',
    'letmein!',
  ])('refuses %s', (password) => {
    expect(isCommonPassword(password)).toBe(true);
  });

  it.each(['correct horse battery', 'mk3-ttq9', 'Tr0ub4dor&3', 'monkey-84512-lamp', 'ünüsüäl'])(
    'accepts %s',
    (password) => {
      expect(isCommonPassword(password)).toBe(false);
    },
  );
});
