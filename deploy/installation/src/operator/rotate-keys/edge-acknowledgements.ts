import type { Settings } from '../../config/settings.ts';
import { type EdgeBoard, type EdgeReport, EVERY_EDGE } from './edge-board.ts';

/** Whether every edge of the installation has gone over to keys: each says so where edges report how they are. */
export class EdgeAcknowledgements {
  /** Edges that have reported; since when they are not on the board any more, by `performance.now()`. */
  private readonly known = new Map<string, number | null>();
  private isEmpty = false;
  private hasPolled = false;
  /** When the board was last empty, or had an edge that was not there before; null: it never was. */
  private changedAt: number | null = null;

  /** @param without removed edges whose reports are still in Redis */
  constructor(
    private readonly board: Pick<EdgeBoard, 'read' | 'fingerprintOf'>,
    private readonly without: readonly string[],
  ) {}

  /** Whether no edge was seen at all when it was last looked. */
  get nobodySeen(): boolean {
    return this.isEmpty;
  }

  /**
   * Called before keys are distributed: nodes that report now are waited for, even if Redis loses their reports.
   * @throws OperatorError `edges_unseen`
   */
  async poll(): Promise<void> {
    if (this.without.includes(EVERY_EDGE)) return;
    const { nodes, unreadable } = await this.board.read();
    this.note([...nodes.map(({ node }) => node), ...unreadable]);
  }

  /**
   * @returns who has not, and why; empty: everybody has. Where nobody is seen, nobody is known to have
   * @throws OperatorError `edges_unseen`
   */
  async missing(settings: Settings): Promise<string[]> {
    if (this.without.includes(EVERY_EDGE)) return [];
    const wanted = await this.board.fingerprintOf(settings);
    const { nodes, unreadable, aliveMs } = await this.board.read();
    this.note([...nodes.map(({ node }) => node), ...unreadable]);
    if (this.isEmpty) return ['no edge says how it is'];
    const others = nodes.filter(({ keys }) => keys?.fingerprint !== wanted);
    const reasons: [node: string, why: string][] = [
      ...others.map((report): [string, string] => [report.node, whyNot(report, aliveMs)]),
      ...unreadable.map((node): [string, string] => [node, 'says what this version does not understand']),
      ...this.vanished(aliveMs).map((node): [string, string] => [node, 'has just gone from the board']),
    ];
    const missing = reasons
      .filter(([node]) => !this.without.includes(node))
      .map((reason) => reason.join(' '));
    // Redis may have been emptied: others that are alive report within that time.
    const isSettled = this.changedAt === null || performance.now() - this.changedAt >= aliveMs;
    return missing.length > 0 || isSettled
      ? missing
      : ['edges may still be missing: the board has just changed'];
  }

  private note(present: readonly string[]): void {
    this.isEmpty = present.length === 0;
    const now = performance.now();
    if (this.isEmpty || (this.hasPolled && present.some((node) => !this.known.has(node))))
      this.changedAt = now;
    this.hasPolled = true;
    for (const [node, since] of this.known) this.known.set(node, since ?? now);
    for (const node of present) this.known.set(node, null);
  }

  /** Redis may have lost their reports: running nodes report again within that time. The others were told to stop. */
  private vanished(aliveMs: number): string[] {
    const since = performance.now() - aliveMs;
    return [...this.known].flatMap(([node, goneAt]) => (goneAt !== null && goneAt > since ? [node] : []));
  }
}

function whyNot({ version, silentMs, keys }: EdgeReport, aliveMs: number): string {
  if (silentMs > aliveMs) return `has been silent for ${Math.round(silentMs / 1_000)} s`;
  if (keys === null) return `is of version ${version}, which does not say which keys it uses`;
  return keys.behindSeconds > 0
    ? `has the new keys for ${Math.round(keys.behindSeconds)} s and does not come up with them (see its log)`
    : 'uses those before';
}
