import { pause } from '../delivery/pause.ts';
import type { Coordinator } from './coordinator.ts';
import { isExpulsion } from './failures.ts';

export interface Standing {
  topic: string;
  partition: number;
  /** Offset of the next event to handle. */
  offset: bigint;
  metadata: string;
}

export interface CommitterOptions {
  coordinator: Coordinator;
  generationId: number;
  memberId: string;
  /** The group does not know this member any more. */
  onExpelled: () => void;
  /** Whether to go on although the coordinator does not answer. */
  mayInsist: () => boolean;
}

const RETRY_PAUSE_MS = 100;

/**
 * Commits where a member's partitions stand. One commit is under way at a time and takes the newest position of every
 * partition that moved, however many events that covers. It carries the generation in which the partitions were
 * assigned, so that Kafka refuses it once they belong to others.
 */
export class Committer {
  private readonly options: CommitterOptions;
  private readonly moved = new Map<string, Standing>();
  private readonly committed = new Map<string, Standing>();
  private running: Promise<void> | undefined;
  private refused = false;

  constructor(options: CommitterOptions) {
    this.options = options;
  }

  commit(standing: Standing): void {
    this.moved.set(nameOf(standing), standing);
    this.running ??= this.run();
  }

  /** Resolves when nothing is under way: whether `standing` is what Kafka holds now. */
  async settled(standing: Standing): Promise<boolean> {
    while (this.running) await this.running;
    return this.committed.get(nameOf(standing)) === standing;
  }

  private async run(): Promise<void> {
    await Promise.resolve();
    while (this.moved.size > 0 && !this.refused) {
      const standings = [...this.moved.values()];
      this.moved.clear();
      try {
        await this.send(standings);
        for (const standing of standings) this.committed.set(nameOf(standing), standing);
      } catch (error) {
        for (const standing of standings)
          if (!this.moved.has(nameOf(standing))) this.moved.set(nameOf(standing), standing);
        if (isExpulsion(error)) {
          this.refused = true;
          this.options.onExpelled();
        } else if (this.options.mayInsist()) await pause(RETRY_PAUSE_MS);
        else break;
      }
    }
    this.running = undefined;
  }

  private async send(standings: readonly Standing[]): Promise<void> {
    const { coordinator, generationId, memberId } = this.options;
    const topics = Map.groupBy(standings, ({ topic }) => topic);
    await coordinator.call((broker, groupId) =>
      broker.offsetCommit({
        groupId,
        groupGenerationId: generationId,
        memberId,
        topics: [...topics].map(([topic, partitions]) => ({
          topic,
          partitions: partitions.map(({ partition, offset, metadata }) => ({
            partition,
            offset: offset.toString(),
            metadata,
          })),
        })),
      }),
    );
  }
}

function nameOf({ topic, partition }: { topic: string; partition: number }): string {
  return `${topic}/${partition}`;
}
