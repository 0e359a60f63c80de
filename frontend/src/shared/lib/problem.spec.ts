import { messageOf } from './problem.ts';

const refused = (...errors: [path: string, message: string][]) => ({
  status: 422,
  data: {
    code: 'validation_failed',
    detail: errors.map(([path, message]) => `${path}: ${message}`).join('; '),
    errors: errors.map(([path, message]) => ({ path, message })),
  },
});

describe('the message of a refusal', () => {
  it.each([
    [refused(['originConfig.origin_host', 'Please enter a host']), 'Please enter a host'],
    [refused(['country', 'is not a country code']), 'Country is not a country code'],
    [refused(['smtp_id', 'Invalid input: expected number']), 'Smtp: Invalid input: expected number'],
    [refused(['blocked_ips.3', 'Invalid address']), 'Blocked addresses: Invalid address'],
    [refused(['', 'is too large']), 'is too large'],
    [
      refused(['a', 'Please enter a name'], ['b', 'Please enter a port.']),
      'Please enter a name. Please enter a port.',
    ],
    [{ status: 409, data: { detail: 'Taken already.' } }, 'Taken already.'],
    [{ status: 500 }, 'Failed'],
  ])('%j: %s', (error, message) => {
    expect(messageOf(error, 'Failed')).toBe(message);
  });
});
