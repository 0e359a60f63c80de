import { SEVERITIES } from '../../model/compiled-rules.ts';
import type { ActionDefinition } from '../drafts/rule-draft.ts';
import { descriptive, numeric } from './define.ts';

const PHASE_NAMES: Readonly<Record<string, number>> = { request: 2, response: 4, logging: 5 };

export const metadataActions = {
  id: numeric(1, 99_999_999_999, (draft, value) => {
    draft.id = value;
  }),
  phase: {
    apply(draft, _node, environment) {
      const text = environment.required().toLowerCase();
      const phase = PHASE_NAMES[text] ?? (/^[1-5]$/.test(text) ? Number(text) : null);
      if (phase === null) environment.fail('seclang_bad_argument', `no such phase: '${text}'`);
      draft.phase = phase;
    },
  },
  msg: {
    apply(draft, _node, environment) {
      draft.message = environment.macros(environment.required());
    },
  },
  logdata: {
    apply(draft, _node, environment) {
      draft.logData = environment.macros(environment.required());
    },
  },
  tag: {
    apply(draft, _node, environment) {
      draft.tags.push(environment.macros(environment.required()));
    },
  },
  severity: {
    apply(draft, _node, environment) {
      const text = environment.required().toUpperCase();
      const byName = (SEVERITIES as readonly string[]).indexOf(text);
      const severity = byName >= 0 ? byName : /^[0-7]$/.test(text) ? Number(text) : -1;
      if (severity < 0) environment.fail('seclang_bad_argument', `no such severity: '${text}'`);
      draft.severity = severity;
    },
  },
  rev: descriptive(),
  ver: descriptive(),
  maturity: numeric(0, 9, () => undefined),
  accuracy: numeric(0, 9, () => undefined),
} as const satisfies Readonly<Record<string, ActionDefinition>>;
