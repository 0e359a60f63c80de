import type { Pausable } from '../body-processors/pausable.ts';
import { bodyProcessors } from '../body-processors/registry.ts';
import { TransactionBodySink } from './body-sink.ts';
import type { TransactionState } from './state.ts';

const TOO_LONG = 'Request body excluding files is bigger than the maximum expected.';
const NO_BODY_BYTES = 'Request body limit exceeded.';

/**
 * Processors beside which REQUEST_BODY shows the raw body, too. ModSecurity 2 has it for forms only, libmodsecurity always;
 * rules written for either expect it for JSON member names, but not for XML or multipart, where it would match what
 * XML:… and FILES… deliberately leave out.
 */
const RAW_TOO: ReadonlySet<string> = new Set(['URLENCODED', 'JSON']);

/** Which processor the Content-Type alone selects; everything else is up to `ctl:requestBodyProcessor`. */
export function processorByContentType(contentType: string): string | null {
  const lower = contentType.slice(0, 64).toLowerCase();
  if (lower.startsWith('multipart/form-data')) return 'MULTIPART';
  return lower.startsWith('application/x-www-form-urlencoded') ? 'URLENCODED' : null;
}

/** Hands the collected body to its processor; what is wrong with it becomes REQBODY_ERROR, never an exception. */
export function* processRequestBody(state: TransactionState): Pausable<void> {
  const { body } = state;
  const { settings } = state.program;
  const name = body.processorName;
  if (name === null || RAW_TOO.has(name) || body.forceVariable) body.variableFilled = true;
  if (body.limitExceeded && settings.limits.requestBodyAction === 'Reject') body.error = NO_BODY_BYTES;
  const processor = name === null ? undefined : bodyProcessors.get(name);
  if (processor === undefined) return;

  const limit = settings.limits.requestBodyNoFiles;
  if (name !== 'MULTIPART' && limit > 0 && body.length > limit) {
    body.error = TOO_LONG;
    body.limitExceeded = true;
    return;
  }
  const input = {
    body,
    contentType: state.requestHeaders.first('content-type') ?? '',
    limits: {
      jsonDepth: settings.jsonDepth,
      argumentSeparator: settings.argumentSeparator,
      fileCount: settings.uploadFileLimit,
      bodyWithoutFiles: limit,
    },
  };
  const error = yield* processor(input, new TransactionBodySink(state));
  if (error === null) return;
  body.error = error;
  body.processorError = error;
}
