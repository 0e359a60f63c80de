import { eventually } from '@palisade/testing';

/**
 * Waits until what is read off a page is so. A page shows what it has in pieces, so one look may come too early: a list
 * whose options are still to come, a value that the server is about to correct.
 */
export async function becomes<T>(what: string, read: () => Promise<T>, expected: T): Promise<void> {
  await eventually(what, async () => expect(await read()).toEqual(expected));
}
