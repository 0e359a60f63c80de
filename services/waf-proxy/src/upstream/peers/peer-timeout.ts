import type { Deadline, Deadlines } from '../../io/deadlines.ts';

/**
 * Time within which an asked node has to confirm the request or answer, ms: its host may be down or its process may
 * hang. After the confirmation it may take as long as the origin.
 */
const MAX_PEER_SILENCE_MS = 2_000;

/** Limits how long a visitor waits for another node's first sign. */
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
