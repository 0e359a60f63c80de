import { OperatorError } from '../base/operator-error.ts';
import { majorsOf, throwOlder } from './older-server.ts';

const failed = new OperatorError(
  'postgres_tool_failed',
  'psql ended (3): unrecognized configuration parameter',
);

describe('a restore that fails', () => {
  it('on an older server than the backup is of says so', () => {
    expect(() => throwOlder(failed, majorsOf(180_004, 150_018))).toThrow(
      expect.objectContaining({
        code: 'server_older',
        todo: expect.stringContaining('PostgreSQL 18 or newer') as string,
      }),
    );
  });

  it.each([
    ['the same version', failed, 180_000],
    ['a newer one', failed, 190_000],
    ['an older one that has no room', new OperatorError('no_room', 'psql ended (3): full'), 150_018],
  ])('on %s says its own reason', (_, cause, server) => {
    expect(() => throwOlder(cause, majorsOf(180_004, server))).toThrow(cause);
  });
});
