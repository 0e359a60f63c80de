import { BodyState } from '../../src/evaluate/state/body-state.ts';
import type { ByteString } from '../../src/model/api.ts';

/** A body as it comes from the wire. */
export function bodyOf(text: ByteString): BodyState {
  const body = new BodyState(Number.POSITIVE_INFINITY);
  body.append(Buffer.from(text, 'latin1'));
  return body;
}
