import { OperatorError } from './operator-error.ts';
import { asServerErrors } from './server-errors.ts';

const failing = (error: unknown) => asServerErrors(() => Promise.reject(error));
const connect = (code: string) =>
  Object.assign(new Error(`connect ${code} 127.0.0.1:5432`), { code, syscall: 'connect' });

describe('a server that a command needs', () => {
  it.each([
    ['is not started', connect('ECONNREFUSED')],
    ['is not started, by a name with two addresses', new AggregateError([connect('ECONNREFUSED')])],
    [
      'has no name',
      Object.assign(new Error('getaddrinfo ENOTFOUND db'), { code: 'ENOTFOUND', syscall: 'getaddrinfo' }),
    ],
    ['hangs', new Error('timeout expired')],
    ['ends meanwhile', new Error('Connection terminated unexpectedly')],
  ])('is told as one that does not respond where it %s', async (_, error) => {
    await expect(failing(error)).rejects.toMatchObject({
      code: 'server_unreachable',
      message: expect.stringContaining('does not respond'),
      todo: expect.stringContaining('palisade doctor'),
    });
  });

  it.each([
    ['28P01', 'password authentication failed'],
    ['3D000', 'database "palisade" does not exist'],
    ['53300', 'too many clients already'],
    ['57P03', 'the database system is starting up'],
  ])('is told as one that refuses where it says %s', async (code, message) => {
    await expect(failing(Object.assign(new Error(message), { code }))).rejects.toMatchObject({
      code: 'database_refused',
      message: expect.stringContaining(message),
    });
  });

  it.each([
    ['a fault of this program', new TypeError('x is not a function')],
    ['a missing file', Object.assign(new Error('no such file'), { code: 'ENOENT', syscall: 'open' })],
    ['a statement that is wrong', Object.assign(new Error('no such table'), { code: '42P01' })],
    ['what is named already', new OperatorError('services_running', 'Services run.')],
  ])('does not take over %s', async (_, error) => {
    await expect(failing(error)).rejects.toBe(error);
  });
});
