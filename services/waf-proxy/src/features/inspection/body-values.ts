import { type BodyFields, readBodyFields, STEPS_PER_SLICE, UNFINISHED } from '@palisade/waf-engine';
import { valuesOf } from '../../http/header-lines.ts';
import {
  BodyValues,
  EMPTY_BODY,
  STREAMED_BODY,
  UNREADABLE_BODY,
} from '../../request/conditions/body-values.ts';
import { RequestSlot } from '../../request/request-slot.ts';
import type { Verdict } from '../../request/verdict.ts';
import { canInflate, inflateBody } from './body-inflater.ts';
import { holdBody, isStreamedCall } from './inspection-phase.ts';
import type { InspectedRequest, InspectionServices } from './inspection-services.ts';

const BODY_VALUES = new RequestSlot<BodyValues>('what the body holds');

/**
 * What a request's body holds, as far as it is held back: once a request, for all that ask. A verdict where it cannot be
 * held, and for a client that has left meanwhile.
 *
 * @param most bytes that are held of a body that nobody has held before
 */
export async function bodyValuesOf(
  context: InspectedRequest,
  edge: InspectionServices,
  most: number,
): Promise<BodyValues | Verdict> {
  const known = BODY_VALUES.read(context);
  if (known !== undefined) return known;
  const { body } = context;
  if (body === null || context.upgrade !== null) return EMPTY_BODY;
  if (isStreamedCall(context)) return STREAMED_BODY;
  if (!context.bodyStarted) {
    const verdict = await holdBody(context, edge, most);
    if (verdict !== null) return verdict;
  }
  const values = await readHeld(context, edge, most);
  BODY_VALUES.keep(context, values);
  return values;
}

async function readHeld(
  context: InspectedRequest,
  edge: InspectionServices,
  most: number,
): Promise<BodyValues> {
  const { head, heldBody, bodyComplete } = context;
  if (!canInflate(head.contentEncoding)) return read(context, edge, heldBody, bodyComplete);
  let room = 0;
  const plain = await inflateBody(head.contentEncoding, heldBody, bodyComplete, {
    most,
    take: (bytes) => {
      room += bytes;
      return context.hold?.take(bytes) ?? false;
    },
  });
  try {
    // What is not packed as it says is read by servers as it came.
    if (plain === 'malformed') return await read(context, edge, heldBody, bodyComplete);
    return typeof plain === 'string'
      ? UNREADABLE_BODY
      : await read(context, edge, plain.chunks, !plain.isCut);
  } finally {
    context.hold?.give(room);
  }
}

/** In slices, in the turns that rules have. */
function read(
  context: InspectedRequest,
  edge: InspectionServices,
  chunks: readonly Buffer[],
  isWhole: boolean,
): Promise<BodyValues> {
  const text = Buffer.concat(chunks).toString('latin1');
  const budget = new SliceBudget();
  const contentType = valuesOf(context.rawHeaders, 'content-type')[0] ?? '';
  const reading = readBodyFields(text, contentType, context.site!.bodyFields, budget);
  let fields: BodyFields | null = null;
  const resume = (): typeof UNFINISHED | null => {
    budget.begin();
    const { done, value } = reading.next();
    if (done !== true) return UNFINISHED;
    fields = value;
    return null;
  };
  const values = () => (fields === null ? UNREADABLE_BODY : new BodyValues(fields, { isWhole }));
  if (resume() === null) return Promise.resolve(values());
  return new Promise((resolve, reject) => {
    const { lifetime } = context;
    const left = () => resolve(UNREADABLE_BODY);
    lifetime.whenAbandoned(left);
    edge.ruleTurns.resume({
      request: context,
      transaction: { resume },
      isWanted: () => !lifetime.isOver && !context.finished,
      done() {
        lifetime.release(left);
        resolve(values());
      },
      failed(error) {
        lifetime.release(left);
        reject(error);
      },
    });
  });
}

class SliceBudget {
  steps = 0;
  private end = STEPS_PER_SLICE;

  get isSliceOver(): boolean {
    return this.steps >= this.end;
  }

  begin(): void {
    this.end = this.steps + STEPS_PER_SLICE;
  }
}
