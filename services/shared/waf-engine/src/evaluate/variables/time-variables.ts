import type { VariableGroup } from '../../model/variable.ts';
import type { TransactionState } from '../state/state.ts';
import { volatile } from './define.ts';

const pad = (value: number): string => String(value).padStart(2, '0');
const date = (state: TransactionState): Date => new Date(state.startedAt);

/** UTC, taken at the start of the transaction, so that all rules of a request see one moment. */
export const timeVariables = {
  DURATION: volatile((state) => String(Math.max(0, state.now() - state.startedAt))),
  TIME: volatile((state) => {
    const when = date(state);
    return `${pad(when.getUTCHours())}:${pad(when.getUTCMinutes())}:${pad(when.getUTCSeconds())}`;
  }),
  TIME_DAY: volatile((state) => String(date(state).getUTCDate())),
  TIME_EPOCH: volatile((state) => String(Math.floor(state.startedAt / 1000))),
  TIME_HOUR: volatile((state) => String(date(state).getUTCHours())),
  TIME_MIN: volatile((state) => String(date(state).getUTCMinutes())),
  TIME_MON: volatile((state) => String(date(state).getUTCMonth())),
  TIME_SEC: volatile((state) => String(date(state).getUTCSeconds())),
  TIME_WDAY: volatile((state) => String(date(state).getUTCDay())),
  TIME_YEAR: volatile((state) => String(date(state).getUTCFullYear())),
} as const satisfies VariableGroup;
