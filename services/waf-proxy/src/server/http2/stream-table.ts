import { ClosedStreams, type Ending } from './closed-streams.ts';
import type { Http2Stream } from './http2-stream.ts';

/** The streams of a connection: those that are open, and what is still known of the others. */
export class StreamTable {
  private readonly open = new Map<number, Http2Stream>();
  private readonly closed = new ClosedStreams();
  /** The highest number that the client has used; above it nothing has begun. */
  last = 0;

  get size(): number {
    return this.open.size;
  }

  find(id: number): Http2Stream | undefined {
    return this.open.get(id);
  }

  all(): Iterable<Http2Stream> {
    return this.open.values();
  }

  add(stream: Http2Stream): void {
    this.open.set(stream.id, stream);
  }

  close(id: number, ending: Ending): void {
    this.open.delete(id);
    this.closed.add(id, ending);
  }

  /** How a stream ended; null: long ago, or it never began. */
  endingOf(id: number): Ending | null {
    return this.closed.find(id);
  }

  /** Empties the table; what was open. */
  takeAll(): Http2Stream[] {
    const all = [...this.open.values()];
    this.open.clear();
    return all;
  }
}
