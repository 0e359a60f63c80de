import { readRegistrationFailure } from './registration-failure.ts';

const refused = (...paths: string[]) => ({
  status: 400,
  data: {
    detail: 'Email or username already registered',
    errors: paths.map((path) => ({ path, message: `This ${path} is taken` })),
  },
});

describe('a refused registration', () => {
  it('means an account that exists where the address is taken, and another name where only the name is', () => {
    expect(readRegistrationFailure(refused('email'), '')).toEqual({ kind: 'existing' });
    expect(readRegistrationFailure(refused('email', 'username'), '')).toEqual({ kind: 'existing' });
    expect(readRegistrationFailure(refused(), '')).toEqual({ kind: 'existing' });
    expect(readRegistrationFailure(refused('username'), '')).toEqual({
      kind: 'other',
      message: 'This username is taken',
    });
  });
});
