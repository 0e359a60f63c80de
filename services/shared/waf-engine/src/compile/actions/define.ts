import type { ByteString } from '../../model/api.ts';
import type { ActionDefinition, RuleDraft } from '../drafts/rule-draft.ts';

/** An action without argument that sets something on the rule. */
export const plain = (set: (draft: RuleDraft) => void): ActionDefinition => ({
  apply(draft, node, environment) {
    if (node.argument !== null && node.argument !== '') {
      environment.fail('seclang_bad_argument', `${node.name} takes no argument`);
    }
    set(draft);
  },
});

/** An action with a number from `min` to `max`. */
export const numeric = (
  min: number,
  max: number,
  set: (draft: RuleDraft, value: number) => void,
): ActionDefinition => ({
  apply(draft, node, environment) {
    const text = environment.required();
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= min && value <= max)) {
      environment.fail(
        'seclang_bad_argument',
        `${node.name} takes a number from ${min} to ${max}, not '${text}'`,
      );
    }
    set(draft, value);
  },
});

/** A required text without effect at run time. */
export const descriptive = (): ActionDefinition => ({
  apply(_draft, _node, environment) {
    environment.required();
  },
});

/** `ip.key` → collection and key, both as written. */
export function splitVariable(text: ByteString): { collection: string; key: ByteString } | null {
  const separator = text.search(/[.:]/);
  if (separator <= 0 || separator === text.length - 1) return null;
  return { collection: text.slice(0, separator).trim().toUpperCase(), key: text.slice(separator + 1).trim() };
}
