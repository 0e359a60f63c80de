import type { ByteString } from '../../model/api.ts';
import type { CompiledOperator, OperatorEnvironment, OperatorFactory } from '../../model/operator.ts';
import { AddressSet } from './address-set.ts';
import { constantArgument } from './argument.ts';

/**
 * Whether the value is one of these addresses or in one of these networks. What is no address is in none.
 *
 * Argument: IPv4 and IPv6 addresses and networks (`10.0.0.0/8`), separated by commas, without macros. Result: no location.
 * Example: `SecRule REMOTE_ADDR "@ipMatch 192.168.1.100,192.168.0.0/24,2001:db8::/32" "id:1,phase:1,pass"`
 *
 * Deviations: white space around an entry is allowed, and so is the prefix length 0, which libmodsecurity refuses.
 */
export const ipMatch: OperatorFactory = (argument, environment) =>
  addressOperator(constantArgument(argument, environment, 'ipMatch').split(','), environment, 'ipMatch');

/**
 * As `@ipMatch`, with the entries in the lines of a file; what follows `#` is a comment. Also written `@ipMatchF`.
 *
 * Argument: a file's name. Example: `SecRule REMOTE_ADDR "@ipMatchFromFile blocked.data" "id:1,phase:1,deny"`
 */
export const ipMatchFromFile: OperatorFactory = (argument, environment) => {
  const name = constantArgument(argument, environment, 'ipMatchFromFile');
  const entries = environment
    .readFiles(name)
    .flatMap((file) => file.text.split('\n'))
    .flatMap((line) => line.replace(/#.*/, '').split(','));
  return addressOperator(entries, environment, 'ipMatchFromFile');
};

function addressOperator(
  entries: readonly ByteString[],
  environment: OperatorEnvironment,
  operator: string,
): CompiledOperator {
  const trimmed = entries.map((entry) => entry.trim()).filter((entry) => entry !== '');
  const set = addressSetFrom(trimmed, environment, operator);
  return { pure: true, evaluate: (value) => set.has(value) };
}

function addressSetFrom(
  entries: readonly ByteString[],
  environment: OperatorEnvironment,
  operator: string,
): AddressSet {
  try {
    return new AddressSet(entries);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return environment.fail(
      'seclang_bad_argument',
      `@${operator}: no address and no network: ${error.message}`,
    );
  }
}
