import { bytesToLatin1 } from '@palisade/regex';
import type { ByteString } from '../../model/api.ts';
import type { Pausable, ReadingBudget } from '../../model/pausable.ts';
import { decodeAll, type PiecewiseDecoder } from '../body-processors/piecewise.ts';
import { HEX_VALUE } from '../transformations/byte-classes.ts';

const PERCENT = 0x25;
const NO_HEX_DIGIT = 16;

export interface WithoutPercent {
  readonly text: ByteString;
  /** There were escapes that only undoing others has made: rules undo one layer themselves, and do not see those. */
  readonly wasNested: boolean;
}

/**
 * Percent escapes undone until none is left, however often they were escaped themselves (`%252527`, `%%32%37`): for what
 * stands behind servers, proxies and routers that each decode once. One pass: what is decoded may complete an escape that
 * began before it, and then that is undone on the spot.
 */
export function* undoPercent(text: ByteString, budget: ReadingBudget): Pausable<WithoutPercent> {
  if (!text.includes('%')) return { text, wasNested: false };
  const layers = new PercentLayers(text);
  const undone = yield* decodeAll(layers, text.length, budget);
  return { text: undone, wasNested: layers.wasNested };
}

class PercentLayers implements PiecewiseDecoder {
  wasNested = false;
  private readonly text: ByteString;
  private readonly out: Uint8Array;
  private at = 0;
  private used = 0;
  /** The last of `out` that an escape stood for. */
  private lastMade = -1;

  constructor(text: ByteString) {
    this.text = text;
    this.out = new Uint8Array(text.length);
  }

  advance(until: number): void {
    const { text, out } = this;
    const end = Math.min(until, text.length);
    let used = this.used;
    for (; this.at < end; this.at++) {
      out[used++] = text.charCodeAt(this.at);
      while (used >= 3 && out[used - 3] === PERCENT) {
        const high = HEX_VALUE[out[used - 2]!]!;
        const low = HEX_VALUE[out[used - 1]!]!;
        if (high >= NO_HEX_DIGIT || low >= NO_HEX_DIGIT) break;
        used -= 2;
        if (this.lastMade >= used - 1) this.wasNested = true;
        this.lastMade = used - 1;
        out[used - 1] = high * 16 + low;
      }
    }
    this.used = used;
  }

  result(): ByteString {
    return this.used === this.text.length ? this.text : bytesToLatin1(this.out, 0, this.used);
  }
}
