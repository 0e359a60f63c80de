import type { ActionDefinition } from '../drafts/rule-draft.ts';
import { numeric, plain } from './define.ts';

const MAX_SKIP = 100_000;

export const flowActions = {
  chain: plain((draft) => {
    draft.chained = true;
  }),
  skip: numeric(1, MAX_SKIP, (draft, value) => {
    draft.skip = value;
  }),
  skipafter: {
    apply(draft, _node, environment) {
      draft.skipAfter = environment.required();
    },
  },
  capture: plain((draft) => {
    draft.capture = true;
  }),
  multimatch: plain((draft) => {
    draft.multiMatch = true;
  }),
  log: plain((draft) => {
    draft.log = true;
  }),
  nolog: plain((draft) => {
    draft.log = false;
  }),
  // There is one audit record, and every match is in it: these say nothing more than `log` and `nolog` do.
  auditlog: plain(() => undefined),
  noauditlog: plain(() => undefined),
  t: {
    apply(draft, _node, environment) {
      const name = environment.required().toLowerCase();
      if (name === 'none') draft.transformations = [];
      else draft.transformations.push(name);
    },
  },
} as const satisfies Readonly<Record<string, ActionDefinition>>;
