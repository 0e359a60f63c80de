import type { ByteString } from '../../model/api.ts';
import type { OperatorArgument } from '../../model/operator.ts';
import type { TransactionState } from '../state/state.ts';
import { variables } from '../variables/registry.ts';

/** Maximum length of an expansion, in bytes: a variable that includes itself must not double for ever. */
const MAX_EXPANDED = 64 * 1024;

/** Replaces macros by the current values of their variables: the first value where there are several, '' for none. */
export function expand(state: TransactionState, template: OperatorArgument): ByteString {
  return expandWith(template, (name, key) => resolveMacro(state, name, key));
}

/** Replaces macros by what `resolve` returns. */
export function expandWith(
  template: OperatorArgument,
  resolve: (name: string, key: ByteString | null) => ByteString,
): ByteString {
  if (typeof template === 'string') return template;
  let out = '';
  for (const part of template.parts) {
    out += typeof part === 'string' ? part : resolve(part.variable, part.key);
  }
  return out.length > MAX_EXPANDED ? out.slice(0, MAX_EXPANDED) : out;
}

/** The current value of a variable: the first where there are several, '' for none. */
export function resolveMacro(state: TransactionState, name: string, key: ByteString | null): ByteString {
  if (name === 'TX') return key === null ? '' : (state.tx.get(key) ?? '');
  const variable = variables.get(name);
  if (variable === undefined) return '';
  if (variable.kind === 'scalar') return variable.read(state) ?? '';
  if (variable.kind === 'xpath') return key === null ? '' : (variable.select(state, key)[0]?.value ?? '');
  if (key === null) return variable.entries(state)[0]?.value ?? '';
  if (variable.lookup !== undefined) return variable.lookup(state, key)[0]?.value ?? '';
  return variable.entries(state).find((entry) => entry.hasKey(key))?.value ?? '';
}
