import { decodeAssignment, encodeMembership, shareOut } from './assignment.ts';
import { KafkaNames } from './names.ts';

const names = new KafkaNames('test.');
const member = (memberId: string, topics: Parameters<typeof encodeMembership>[0]) => ({
  memberId,
  memberMetadata: encodeMembership(topics, names),
});

describe('sharing out partitions', () => {
  it('gives each partition to one of the members that want its topic', () => {
    const members = [member('a', ['domains']), member('b', ['domains', 'users']), member('c', ['users'])];
    const shares = shareOut(members, ['domains', 'users'], names).map(({ memberId, memberAssignment }) => ({
      memberId,
      partitions: decodeAssignment(memberAssignment, ['domains', 'users'], names),
    }));
    const of = (topic: string) =>
      shares.flatMap(({ memberId, partitions }) =>
        partitions.filter((held) => held.topic === topic).map(({ partition }) => `${partition} ${memberId}`),
      );
    for (const topic of ['domains', 'users']) {
      expect(new Set(of(topic).map((held) => held.split(' ')[0])).size).toBe(of(topic).length);
      expect(of(topic)).toHaveLength(4);
    }
    expect(of('domains').some((held) => held.endsWith('c'))).toBe(false);
    expect(of('users').some((held) => held.endsWith('a'))).toBe(false);
  });

  it('gives nothing to a member without an assignment', () => {
    expect(decodeAssignment(Buffer.alloc(0), ['domains'], names)).toEqual([]);
  });
});
