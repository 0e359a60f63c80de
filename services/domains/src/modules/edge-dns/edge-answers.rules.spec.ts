import { NODE_ALIVE_MS, type SeenNode } from '@palisade/edge-state';
import { type Absence, answersOf, NodesInService } from './edge-answers.rules.ts';

const seen = (node: string, changes: Partial<SeenNode> = {}): SeenNode =>
  ({ node, silentMs: 0, draining: false, workersListening: 2, ...changes }) as SeenNode;

describe('which nodes are in service', () => {
  it('are those that report, have a worker that listens, and do not drain', () => {
    const nodes = new NodesInService();
    const names = ['a', 'b', 'c', 'd'];
    const absences = nodes.look(names, [
      seen('a', { silentMs: NODE_ALIVE_MS }),
      seen('b', { draining: true }),
      seen('c', { workersListening: 0 }),
      seen('stranger'),
    ]);
    expect([...absences]).toEqual([
      ['a', null],
      ['b', 'draining'],
      ['c', 'no worker listens'],
      ['d', 'silent'],
    ]);
  });

  it('stay through a look or two at a Redis that was emptied, and no longer', () => {
    const nodes = new NodesInService();
    const look = (...found: SeenNode[]) => nodes.look(['a'], found).get('a');
    expect(look(seen('a'))).toBeNull();
    expect([look(), look(), look()]).toEqual([null, null, 'silent']);
    expect(look(seen('a'))).toBeNull();
    expect([look(), look(seen('a')), look(), look()]).toEqual([null, null, null, null]);
    expect(look(seen('a', { draining: true }))).toBe('draining');
    expect(look(seen('a', { stopping: true }))).toBe('draining');
  });
});

describe('what a view answers with', () => {
  const nodes = {
    paris: { ipv4: ['192.0.2.2', '192.0.2.1'], ipv6: ['2001:db8::1'], region: 'europe' },
    oslo: { ipv4: ['192.0.2.3'], ipv6: [], region: 'europe' },
    lima: { ipv4: ['192.0.2.4'], ipv6: [], region: 'south-america' },
  };
  const without = (...names: string[]) =>
    new Map(
      Object.keys(nodes).map((name): [string, Absence] => [name, names.includes(name) ? 'silent' : null]),
    );
  const answers = (regions: string[], ...gone: string[]) =>
    answersOf({ nodes }, { regions }, without(...gone));

  it.each([
    ['the first region', ['europe', 'south-america'], [], ['192.0.2.1', '192.0.2.2', '192.0.2.3']],
    ['what is left of it', ['europe', 'south-america'], ['paris'], ['192.0.2.3']],
    ['the next one', ['europe', 'south-america'], ['paris', 'oslo'], ['192.0.2.4']],
    ['all, where none of its regions has a node', ['europe'], ['paris', 'oslo'], ['192.0.2.4']],
    ['all, where it names none', [], ['paris'], ['192.0.2.3', '192.0.2.4']],
  ])('is %s', (_what, regions, gone, ipv4) => {
    expect(answers(regions, ...gone)?.ipv4).toEqual(ipv4);
  });

  it('is what it was while no node is in service', () => {
    expect(answers([], 'paris', 'oslo', 'lima')).toBeNull();
  });
});
