import { newPassword } from '@palisade/testing';
import { readAccount } from './new-account.ts';

const account = { email: 'ops@example.net', username: 'ops', fullName: '', password: newPassword() };

describe('an account from the command line', () => {
  it('is taken where all is well', () => {
    expect(readAccount(account)).toEqual({ account });
  });

  it('is told each of its faults by the name of what was asked for', () => {
    expect(readAccount({ ...account, email: 'nobody', password: 'a' })).toEqual({
      faults: [expect.stringMatching(/^email: /), expect.stringMatching(/^password: /)],
    });
  });

  it('is told that a password is too well known', () => {
    expect(readAccount({ ...account, password: 'password123' })).toEqual({
      faults: [expect.stringMatching(/^password: This password is among the first/)],
    });
  });
});
