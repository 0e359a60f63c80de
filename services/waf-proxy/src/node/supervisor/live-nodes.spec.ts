import { LiveNodes } from './live-nodes.ts';

function liveNodes(max: number) {
  const counts: number[] = [];
  const nodes = new LiveNodes(max, (count) => counts.push(count));
  const find = (...looks: number[]) => {
    for (const alive of looks) nodes.found(alive);
    return nodes.count;
  };
  return { nodes, counts, find };
}

describe('the number of nodes that keep limits together', () => {
  it('is the bound until somebody has looked, and then what was found', () => {
    const { nodes, counts, find } = liveNodes(64);
    expect(nodes.count).toBe(64);
    expect(find(2)).toBe(2);
    expect(counts).toEqual([2]);
  });

  it('rises at once, and falls when three looks in a row have found fewer', () => {
    const { counts, find } = liveNodes(64);
    expect(find(2, 5)).toBe(5);
    expect(find(3, 3)).toBe(5);
    expect(find(3)).toBe(3);
    expect(counts).toEqual([2, 5, 3]);
  });

  it('falls to the most of those three', () => {
    expect(liveNodes(64).find(5, 1, 4, 2)).toBe(4);
  });

  it('is not lowered by an emptied Redis that the others report to again', () => {
    const { counts, find } = liveNodes(64);
    expect(find(12, 1, 7, 12, 1, 12)).toBe(12);
    expect(counts).toEqual([12]);
  });

  it('lies between one and the bound, whatever is found', () => {
    expect(liveNodes(4).find(0)).toBe(1);
    expect(liveNodes(4).find(1_000)).toBe(4);
    expect(liveNodes(4).counts).toEqual([]);
  });
});
