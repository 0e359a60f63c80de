import { TOPIC_PARTITIONS } from '@palisade/contracts';
import { partitionOf, partitionsOf } from './partition.ts';

describe('partitioning', () => {
  it('never moves a key: these figures are part of what is stored', () => {
    expect(['dom_1', 'dom_2', 'usr_9', 'ä'].map((key) => partitionOf('domains', key))).toEqual([3, 1, 1, 3]);
  });

  it('spreads keys over all partitions evenly', () => {
    const counts = partitionsOf('users').map(() => 0);
    for (let i = 0; i < 4000; i++) counts[partitionOf('users', `usr_${i}`)]!++;
    expect(counts).toHaveLength(TOPIC_PARTITIONS.users);
    for (const count of counts) expect(Math.abs(count - 1000)).toBeLessThan(150);
  });
});
