import { TOPIC_PARTITIONS, type Topic } from '@palisade/contracts';
import fc from 'fast-check';
import { shareOf } from './partition-shares.ts';

const topics = Object.keys(TOPIC_PARTITIONS) as Topic[];

describe('sharing partitions', () => {
  it('gives every partition to exactly one member, evenly, whatever the order of the list', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...topics),
        fc.uniqueArray(fc.uuid(), { minLength: 1, maxLength: 9 }),
        (topic, members) => {
          const shares = members.map((member) => shareOf(topic, members, member));
          const again = members.map((member) => shareOf(topic, [...members].reverse(), member));
          expect(again).toEqual(shares);
          expect(shares.flat().sort()).toEqual(Array.from({ length: TOPIC_PARTITIONS[topic] }, (_, i) => i));
          const sizes = shares.map((share) => share.length);
          expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
        },
      ),
    );
  });

  it('gives nothing to someone who is not in the list', () => {
    expect(shareOf('users', ['a', 'b'], 'c')).toEqual([]);
  });
});
