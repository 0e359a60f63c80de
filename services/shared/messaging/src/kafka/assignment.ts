import type { Topic } from '@palisade/contracts';
import kafkajs from 'kafkajs';
import { shareOf } from '../contract/partition-shares.ts';
import type { KafkaNames } from './names.ts';

const { AssignerProtocol } = kafkajs;
/** Members that name the same protocol understand each other's memberships. */
export const PROTOCOL = 'palisade-shares';
const VERSION = 1;

export interface AssignedPartition {
  topic: Topic;
  partition: number;
}

export function encodeMembership(topics: readonly Topic[], names: KafkaNames): Buffer {
  return AssignerProtocol.MemberMetadata.encode({
    version: VERSION,
    topics: topics.map((topic) => names.topic(topic)),
    userData: Buffer.alloc(0),
  });
}

/**
 * The leader's part: shares out the leader's topics among those members that want them. While versions of a service are
 * mixed, a topic that the leader does not know has no reader; a member that knows it becomes leader when the others leave.
 */
export function shareOut(
  members: readonly { memberId: string; memberMetadata: Buffer }[],
  topics: readonly Topic[],
  names: KafkaNames,
): { memberId: string; memberAssignment: Buffer }[] {
  const wanted = members.map(({ memberId, memberMetadata }) => ({
    memberId,
    topics: new Set(AssignerProtocol.MemberMetadata.decode(memberMetadata)?.topics ?? []),
  }));
  return wanted.map(({ memberId, topics: own }) => {
    const assignment: Record<string, number[]> = {};
    for (const topic of topics) {
      const name = names.topic(topic);
      if (!own.has(name)) continue;
      const readers = wanted.filter((member) => member.topics.has(name)).map((member) => member.memberId);
      assignment[name] = shareOf(topic, readers, memberId);
    }
    return {
      memberId,
      memberAssignment: AssignerProtocol.MemberAssignment.encode({
        version: VERSION,
        assignment,
        userData: Buffer.alloc(0),
      }),
    };
  });
}

export function decodeAssignment(
  bytes: Buffer,
  topics: readonly Topic[],
  names: KafkaNames,
): AssignedPartition[] {
  const assignment = AssignerProtocol.MemberAssignment.decode(bytes)?.assignment ?? {};
  return topics.flatMap((topic) =>
    (assignment[names.topic(topic)] ?? []).map((partition) => ({ topic, partition })),
  );
}
