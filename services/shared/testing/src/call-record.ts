import { appendFileSync } from 'node:fs';
import path from 'node:path';

interface RecordedCall {
  service: string;
  method: string;
  /** Below /api, with or without a query. */
  path: string;
  status: number;
  /** The error's text, which screens show. */
  detail?: string | undefined;
  /** The spec file that called. */
  spec: string;
}

/** Appends a call that a test made to the file that PALISADE_CALL_RECORD names, for `npm run prove:calls`. */
export function recordCall(call: Omit<RecordedCall, 'spec'>): void {
  const file = process.env.PALISADE_CALL_RECORD;
  if (file === undefined) return;
  const spec = path.basename(expect.getState().testPath ?? '');
  appendFileSync(file, `${JSON.stringify({ ...call, spec } satisfies RecordedCall)}\n`);
}
