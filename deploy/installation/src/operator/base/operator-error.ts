export { CommandError as OperatorError, UsageError } from '@palisade/cli/frame';
