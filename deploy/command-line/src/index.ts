// What commands are made of: the operator's and the owners' are one program.
export { type Command, type CommandInput, EXIT, type Options, text, type Values } from './command.ts';
export { CommandError, UsageError } from './command-error.ts';
export { printable, printableLines } from './printable.ts';
export { type Program, runProgram, type Surroundings } from './run.ts';
