import type { ActionDefinition, RuleDraft } from '../drafts/rule-draft.ts';
import { numeric, plain } from './define.ts';

const disruptive = (action: NonNullable<RuleDraft['disruptive']>): ActionDefinition =>
  plain((draft) => {
    draft.disruptive = action;
  });

/** The last one in a rule's list counts. `block` means the SecDefaultAction of the phase. */
export const disruptiveActions = {
  block: disruptive('block'),
  deny: disruptive('deny'),
  drop: disruptive('drop'),
  pass: disruptive('pass'),
  allow: {
    apply(draft, node, environment) {
      const scope = ({ '': 'all', phase: 'phase', request: 'request' } as const)[
        (node.argument ?? '').toLowerCase()
      ];
      if (scope === undefined) {
        return environment.fail('seclang_bad_argument', "allow takes 'phase', 'request' or nothing");
      }
      draft.disruptive = 'allow';
      draft.allowScope = scope;
    },
  },
  redirect: {
    apply(draft, _node, environment) {
      draft.disruptive = 'redirect';
      draft.redirect = environment.macros(environment.required());
    },
  },
  status: numeric(100, 599, (draft, value) => {
    draft.status = value;
  }),
} as const satisfies Readonly<Record<string, ActionDefinition>>;
