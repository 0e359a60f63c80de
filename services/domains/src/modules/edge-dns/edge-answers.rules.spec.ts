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
      ['d', 'not known yet'],
    ]);
    const again = () => nodes.look(names, []).get('d');
    expect([again(), again()]).toEqual(['not known yet', 'silent']);
  });

  it('are all that fell silent together: those serve on without Redis', () => {
    const nodes = new NodesInService();
    const names = ['long-dead', 'a', 'b', 'c', 'drained'];
    const look = (...found: SeenNode[]) => Object.fromEntries(nodes.look(names, found));
    look(seen('long-dead'), seen('a'), seen('b'), seen('c'), seen('drained'));
    for (let looks = 0; looks < 30; looks++) look(seen('a'), seen('b'), seen('c'));
    // Each reports at a moment of its own, so they go one after another.
    look(seen('b'), seen('c'), seen('drained', { draining: true }));
    look(seen('c'));
    expect(look()).toMatchObject({ a: 'silent', b: null, c: null });
    expect(look()).toMatchObject({ a: 'silent', b: 'silent', c: null });
    const cutOff = { a: 'cut off', b: 'cut off', c: 'cut off', drained: 'silent', 'long-dead': 'silent' };
    expect(look()).toEqual(cutOff);
    for (let looks = 0; looks < 100; looks++) expect(look()).toEqual(cutOff);
    expect(look(seen('b'))).toMatchObject({ a: 'silent', b: null, c: 'silent' });
  });

  it('are not those that died long before the last one drains', () => {
    const nodes = new NodesInService();
    const look = (...found: SeenNode[]) => Object.fromEntries(nodes.look(['a', 'b'], found));
    look(seen('a'), seen('b'));
    for (let looks = 0; looks < 30; looks++) look(seen('a'));
    expect(look(seen('a', { draining: true }))).toEqual({ a: 'draining', b: 'silent' });
  });

  it('stay through a look or two at a Redis that was emptied, and no longer', () => {
    const nodes = new NodesInService();
    const look = (...found: SeenNode[]) => nodes.look(['a', 'b'], found).get('a');
    expect(look(seen('a'))).toBeNull();
    // With another one that reports; alone it would count as cut off.
    const besides = () => look(seen('b'));
    expect([besides(), besides(), besides()]).toEqual([null, null, 'silent']);
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

  it('is what it was while a node may still report for the first time', () => {
    const absences = new Map<string, Absence>([
      ['paris', null],
      ['oslo', 'not known yet'],
      ['lima', null],
    ]);
    expect(answersOf({ nodes }, { regions: [] }, absences)).toBeNull();
  });

  it('is that of nodes that are cut off, where no other is in service', () => {
    const absences = (paris: Absence) =>
      new Map<string, Absence>([
        ['paris', paris],
        ['oslo', 'cut off'],
        ['lima', 'silent'],
      ]);
    expect(answersOf({ nodes }, { regions: [] }, absences(null))?.ipv4).toEqual(['192.0.2.1', '192.0.2.2']);
    expect(answersOf({ nodes }, { regions: [] }, absences('draining'))?.ipv4).toEqual(['192.0.2.3']);
  });
});
