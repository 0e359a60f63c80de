export { CommandError as OperatorError, UsageError } from '@palisade/command-line';
