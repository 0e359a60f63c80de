import type { Topic } from '@palisade/contracts';

// All keys of one partition share the hash tag {topic:partition}, so that the scripts over them stay in one slot.

const tag = (topic: Topic, partition: number) => `bus:{${topic}:${partition}}`;

/** The stream itself; one entry is one envelope in field `e`. Its consumer groups carry the groups' offsets. */
export const streamKey = (topic: Topic, partition: number) => tag(topic, partition);

/** Highest sequence number that a publisher wrote here; expires some time after the publisher's last event. */
export const producerKey = (topic: Topic, partition: number, producerId: string) =>
  `${tag(topic, partition)}:producer:${producerId}`;

/** Hash: how many unread events were `dropped` by the hard limit. */
export const statsKey = (topic: Topic, partition: number) => `${tag(topic, partition)}:stats`;

/** Hash: who of the group owns the partition (`owner`, `epoch`, `until`), and crash accounting. */
export const leaseKey = (topic: Topic, partition: number, group: string) =>
  `${tag(topic, partition)}:lease:${group}`;

/** Stream of the events that the group set aside as poison. */
export const deadLetterKey = (topic: Topic, partition: number, group: string) =>
  `${tag(topic, partition)}:dead:${group}`;

/** Sorted set: the group's live instances on a topic by the time of their last heartbeat. */
export const membersKey = (topic: Topic, group: string) => `bus:{${topic}}:members:${group}`;

export const ENVELOPE_FIELD = 'e';
