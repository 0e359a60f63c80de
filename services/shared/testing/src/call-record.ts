import { appendFileSync } from 'node:fs';
import path from 'node:path';

export interface RecordedCall {
  service: string;
  method: string;
  /** Below /api, with or without a query. */
  path: string;
  status: number;
  /** The texts of an error, which screens show. */
  detail?: string | undefined;
  /** The spec file that called. */
  spec: string;
}

/** With PALISADE_CALL_RECORD each call that a test makes is a line of that file: see `npm run prove:calls`. */
export function recordCall(call: Omit<RecordedCall, 'spec'>): void {
  const file = process.env.PALISADE_CALL_RECORD;
  if (file === undefined) return;
  const spec = path.basename(expect.getState().testPath ?? '');
  appendFileSync(file, `${JSON.stringify({ ...call, spec } satisfies RecordedCall)}\n`);
}
