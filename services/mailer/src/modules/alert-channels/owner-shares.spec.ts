import { OwnerShares } from './owner-shares.ts';

it('gives each owner so much and no more, and takes it back however it ends', async () => {
  const shares = new OwnerShares(2);
  const { promise, resolve } = Promise.withResolvers<string>();
  const running = [shares.within('a', () => promise), shares.within('a', () => promise)];
  expect(await shares.within('a', async () => 'third')).toBeNull();
  expect(await shares.within('b', async () => 'other')).toBe('other');
  resolve('done');
  expect(await Promise.all(running)).toEqual(['done', 'done']);
  await expect(shares.within('a', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  const both = [shares.within('a', async () => 1), shares.within('a', async () => 2)];
  expect(await Promise.all(both)).toEqual([1, 2]);
});
