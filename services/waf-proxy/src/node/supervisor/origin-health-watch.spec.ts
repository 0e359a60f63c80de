import { downForMost } from './origin-health-watch.ts';

const ORIGIN = 'http://a.example:80';
const say = (...nodes: string[]) => nodes.map((node) => ({ node, siteId: 's', origin: ORIGIN }));

describe('an origin is down for all', () => {
  it.each([
    ['one of one', say('a'), 1, true],
    ['one of two: that may be its own line', say('a'), 2, false],
    ['both of two', say('a', 'b'), 2, true],
    ['one of three', say('a'), 3, false],
    ['two of three', say('a', 'b'), 3, true],
    ['two of four', say('a', 'b'), 4, false],
    ['one that says it twice', say('a', 'a'), 3, false],
    ['nobody', say(), 3, false],
  ])('where %s says so: %#', (_words, reports, nodes, isDown) => {
    expect(downForMost(reports, nodes).size === 1).toBe(isDown);
  });

  it('and no other one, nor that of another site', () => {
    const reports = [...say('a', 'b'), { node: 'a', siteId: 't', origin: ORIGIN }];
    expect([...downForMost(reports, 3)]).toEqual([`s|${ORIGIN}`]);
  });
});
