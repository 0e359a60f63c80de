import { BusError, TransientError } from '../contract/errors.ts';
import { isTransient } from './transient.ts';

const withCode = (code: unknown, message = 'x') => Object.assign(new Error(message), { code });

describe('telling surroundings from events', () => {
  it.each([
    ['what a handler says is transient', new TransientError('away')],
    ['refused connections', withCode('ECONNREFUSED')],
    ['a database that shuts down', withCode('57P01')],
    ['a database that has no room', withCode('53300')],
    ['serialization failures and deadlocks', withCode('40P01')],
    ['gRPC services that are away', withCode(14)],
    ['a broken database connection', new Error('Connection terminated unexpectedly')],
    ['another service that nest-kit could not reach', Object.assign(new Error('x'), { kind: 'unavailable' })],
    ['the bus itself', new BusError('bus_unavailable', 'x')],
    ['any of these as a cause', new Error('outer', { cause: withCode('ECONNRESET') })],
    [
      'any of these as TypeORM’s driver error',
      Object.assign(new Error('x'), { driverError: withCode('08006') }),
    ],
  ])('takes %s for transient', (_what, error) => {
    expect(isTransient(error)).toBe(true);
  });

  it.each([
    ['plain errors', new Error('x')],
    ['constraint violations', withCode('23505')],
    ['bad values', withCode('22P02')],
    ['gRPC refusals', withCode(5)],
    ['events that the bus does not take', new BusError('invalid_event', 'x')],
    ['things that are no errors', 'ECONNREFUSED'],
  ])('takes %s for the event’s own fault', (_what, error) => {
    expect(isTransient(error)).toBe(false);
  });

  it('does not follow causes in circles', () => {
    const error = new Error('x');
    error.cause = error;
    expect(isTransient(error)).toBe(false);
  });
});
