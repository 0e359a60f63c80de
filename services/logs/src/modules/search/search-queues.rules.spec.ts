import { SearchQueues } from './search-queues.rules.ts';

describe('turns of owners', () => {
  it('runs one of an owner at a time, so that the others have theirs', async () => {
    const turns = new SearchQueues<string>(2);
    const gate = Promise.withResolvers<void>();
    const begun: string[] = [];
    const take = (owner: string, name: string) =>
      turns.take(owner, async () => {
        begun.push(name);
        await gate.promise;
      });
    const all = [take('greedy', 'first'), take('greedy', 'second'), take('other', 'third')];
    await Promise.resolve();
    expect(begun).toEqual(['first', 'third']);
    gate.resolve();
    await Promise.all(all);
    expect(begun).toEqual(['first', 'third', 'second']);
  });

  it('refuses what of an owner would wait too long, and remembers nobody who has nothing to do', async () => {
    const turns = new SearchQueues<string>(2);
    const gate = Promise.withResolvers<void>();
    const all = Array.from({ length: 3 }, () => turns.take('greedy', () => gate.promise));
    await expect(turns.take('greedy', () => gate.promise)).rejects.toMatchObject({
      code: 'too_many_searches',
    });
    expect(await turns.take('other', async () => 'found')).toBe('found');
    gate.resolve();
    await Promise.all(all);
    expect(await turns.take('greedy', async () => 'again')).toBe('again');
    expect((turns as unknown as { ofOwner: Map<string, unknown> }).ofOwner.size).toBe(0);
  });
});
