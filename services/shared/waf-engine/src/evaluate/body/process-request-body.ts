import type { Pausable } from '../../model/pausable.ts';
import { bodyProcessors } from '../body-processors/registry.ts';
import type { TransactionState } from '../state/state.ts';
import { TransactionBodySink } from './body-sink.ts';
import {
  findFurtherReadings,
  findReadingsIn,
  NOTHING_REMARKABLE,
  type RemarkableParts,
  remarkableParts,
} from './further-readings.ts';
import { processorLimits, RAW_TOO, TOO_LONG } from './processor-limits.ts';
import { readRequestBody } from './read-request-body.ts';

const NO_BODY_BYTES = 'Request body limit exceeded.';

/** Which processor the Content-Type alone selects; everything else is up to `ctl:requestBodyProcessor`. */
export function processorByContentType(contentType: string): string | null {
  const lower = contentType.slice(0, 64).toLowerCase();
  if (lower.startsWith('multipart/form-data')) return 'MULTIPART';
  return lower.startsWith('application/x-www-form-urlencoded') ? 'URLENCODED' : null;
}

/**
 * Prepares everything that rules need for the whole request; `null`: there is nothing to parse, as in nearly every GET.
 */
export function readRequest(state: TransactionState, isBodyRead: boolean): Pausable<void> | null {
  const { body } = state;
  const isEmpty = body.length === 0 && body.processorName === null && !body.limitExceeded;
  if (!isEmpty) return readParts(state, isBodyRead);
  if (isBodyRead) body.variableFilled = true;
  return state.ruleSet.settings.requestBodyReadings ? readValues(state) : null;
}

function* readParts(state: TransactionState, isBodyRead: boolean): Pausable<void> {
  if (isBodyRead) yield* processRequestBody(state);
  const values = state.ruleSet.settings.requestBodyReadings ? readValues(state) : null;
  if (values !== null) yield* values;
}

/**
 * A quick check rules out, for nearly all requests, that a value contains another one, and for most others it finds
 * which may; `null`: none.
 */
function readValues(state: TransactionState): Pausable<void> | null {
  const parts: RemarkableParts | null = state.inUse.request_look ? remarkableParts(state) : null;
  if (parts === null) return findFurtherReadings(state);
  return parts === NOTHING_REMARKABLE ? null : findReadingsIn(parts, state);
}

/** Hands the collected body to its processor; what is wrong with it becomes REQBODY_ERROR, never an exception. */
export function* processRequestBody(state: TransactionState): Pausable<void> {
  const { body } = state;
  if (state.ruleSet.settings.requestBodyReadings && body.length > 0) {
    yield* readRequestBody(state);
    return;
  }
  const { settings } = state.ruleSet;
  const name = body.processorName;
  if (name === null || RAW_TOO.has(name) || body.forceVariable) body.variableFilled = true;
  if (body.limitExceeded && settings.limits.requestBodyAction === 'Reject') body.error = NO_BODY_BYTES;
  const processor = name === null ? undefined : bodyProcessors.get(name);
  if (processor === undefined) return;

  const limit = state.site.requestLimits.requestBodyNoFiles;
  if (name !== 'MULTIPART' && limit > 0 && body.length > limit) {
    body.error = TOO_LONG;
    body.limitExceeded = true;
    return;
  }
  const input = {
    body,
    contentType: state.requestHeaders.first('content-type') ?? '',
    limits: processorLimits(state),
  };
  const error = yield* processor(input, new TransactionBodySink(state));
  if (error === null) return;
  body.error = error;
  body.processorError = error;
}
