import type { Topic } from '@palisade/contracts';

const DEFAULT_PREFIX = 'palisade.';

/** Names of the bus's topics and groups in the cluster. */
export class KafkaNames {
  private readonly prefix: string;

  constructor(prefix: string = DEFAULT_PREFIX) {
    this.prefix = prefix;
  }

  topic(topic: Topic): string {
    return `${this.prefix}${topic}`;
  }

  group(group: string): string {
    return `${this.prefix}${group}`;
  }

  /** With as many partitions as the topic whose events it takes. */
  deadLetters(topic: Topic, group: string): string {
    return `${this.prefix}${topic}.dead-letters.${group}`;
  }
}
