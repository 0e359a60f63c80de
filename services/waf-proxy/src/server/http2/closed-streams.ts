const REMEMBERED_STREAMS = 256;

/** How a stream ended: by its own course, or the client's will; or by a reset of ours, of which the client may not know yet. */
export const Ending = { Known: 0, OurReset: 1 } as const;
export type Ending = (typeof Ending)[keyof typeof Ending];

/** The streams closed last, so that late frames can be told from forbidden ones. */
export class ClosedStreams {
  /** By turns: twice the stream's number, and how it ended. */
  private readonly ring: number[] = [];
  private next = 0;

  add(stream: number, ending: Ending): void {
    this.ring[this.next] = 2 * stream + ending;
    this.next = (this.next + 1) % REMEMBERED_STREAMS;
  }

  /** Null: it ended long ago, or never began. */
  find(stream: number): Ending | null {
    if (this.ring.includes(2 * stream + Ending.OurReset)) return Ending.OurReset;
    return this.ring.includes(2 * stream + Ending.Known) ? Ending.Known : null;
  }
}
