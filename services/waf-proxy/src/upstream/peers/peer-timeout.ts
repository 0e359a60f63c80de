import type { Deadline, Deadlines } from '../../io/deadlines.ts';

/**
 * Until then a node that is asked has to say that it has the request, or to answer: its host may be away, its process may hang. Whoever has
 * said so may take as long as the origin that it asks.
 */
export const MAX_PEER_SILENCE_MS = 2_000;

/** How long one visitor waits for a sign of another node. */
export class PeerTimeout implements Deadline {
  deadline: number;
  readonly onDeadline: () => void;
  private readonly deadlines: Deadlines;

  constructor(deadlines: Deadlines, onSilent: () => void) {
    this.deadlines = deadlines;
    this.deadline = performance.now() + MAX_PEER_SILENCE_MS;
    this.onDeadline = () => {
      this.end();
      onSilent();
    };
    deadlines.watch(this);
  }

  end(): void {
    this.deadlines.forget(this);
  }
}
