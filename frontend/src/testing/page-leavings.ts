import { jest } from '@jest/globals';

/**
 * jsdom cannot leave a page; it says so on the console, once for every reload or full navigation.
 * @returns how often the page would have been left since
 */
export function countPageLeavings(): () => number {
  const spoken = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  return () =>
    spoken.mock.calls.filter(([said]) => /^Error: Not implemented: navigation/.test(String(said))).length;
}
