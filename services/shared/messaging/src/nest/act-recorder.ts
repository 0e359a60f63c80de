import type { UserCaller } from '@palisade/nest-kit';
import type { RecordAct } from './failed-work.service.ts';

/** How a service writes into the audit log what an administrator did with failed work. */
export type RecorderOfActs = (admin: UserCaller) => RecordAct;
/** Injection token. */
export const ACT_RECORDER = Symbol('recorder of acts');
