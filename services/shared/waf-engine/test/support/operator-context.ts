import { operators } from '../../src/evaluate/operators/index.ts';
import type { ByteString, RuleSource } from '../../src/model/api.ts';
import { RuleError, type RuleErrorCode } from '../../src/model/errors.ts';
import type {
  CompiledOperator,
  MacroReference,
  MacroTemplate,
  OperatorArgument,
  OperatorContext,
  OperatorEnvironment,
} from '../../src/model/operator.ts';

/** A context that records an operator's calls, with macros expanded from a table. */
export class RecordingContext implements OperatorContext {
  readonly capturing: boolean;
  readonly captures = new Map<number, ByteString>();
  matchOffset = -1;
  matchLength = -1;
  /** Addresses that the geographic database knows. */
  knownAddresses: readonly string[] = [];

  private readonly macros: Readonly<Record<string, ByteString>>;

  constructor(capturing = false, macros: Readonly<Record<string, ByteString>> = {}) {
    this.capturing = capturing;
    this.macros = macros;
  }

  capture(index: number, value: ByteString): void {
    if (!this.capturing) throw new Error('captured without being asked');
    this.captures.set(index, value);
  }

  expand(template: MacroTemplate): ByteString {
    return template.parts.map((part) => (typeof part === 'string' ? part : this.value(part))).join('');
  }

  lookUpGeo(address: ByteString): boolean {
    return this.knownAddresses.includes(address);
  }

  private value(reference: MacroReference): ByteString {
    return this.macros[`${reference.variable}:${reference.key}`] ?? '';
  }
}

/** Compiles an operator with files by name; errors are RuleErrors at the first line of a rule file. */
export function compileOperator(
  name: string,
  argument: OperatorArgument = '',
  files: Readonly<Record<string, string>> = {},
): CompiledOperator {
  const environment: OperatorEnvironment = {
    readFiles(file): RuleSource[] {
      const text = files[file];
      if (text === undefined) return this.fail('seclang_unresolved_include', `no file ${file}`);
      return [{ name: file, text }];
    },
    fail(code: RuleErrorCode, detail: string): never {
      throw new RuleError(code, detail, { file: 'test.conf', line: 1, column: 1 });
    },
  };
  const factory = operators[name.toLowerCase()];
  if (factory === undefined) throw new Error(`no operator ${name}`);
  return factory(argument, environment);
}

/** `%{TX.key}` alone, as an argument. */
export function macro(key: string): MacroTemplate {
  return { source: `%{tx.${key}}`, parts: [{ variable: 'TX', key }] };
}

/** Whether an operator matches a value; nothing is captured. */
export function matches(name: string, argument: OperatorArgument, value: ByteString): boolean {
  return compileOperator(name, argument).evaluate(value, new RecordingContext());
}

/** Where an operator matches: [offset, length], or null. */
export function locationOf(
  name: string,
  argument: OperatorArgument,
  value: ByteString,
): [number, number] | null {
  const context = new RecordingContext();
  return compileOperator(name, argument).evaluate(value, context)
    ? [context.matchOffset, context.matchLength]
    : null;
}

/** What an operator captures, by index; null where it does not match. */
export function capturesOf(
  name: string,
  argument: OperatorArgument,
  value: ByteString,
): Readonly<Record<number, ByteString>> | null {
  const context = new RecordingContext(true);
  return compileOperator(name, argument).evaluate(value, context)
    ? Object.fromEntries(context.captures)
    : null;
}
