import { isOrdered } from './order-names.rules.ts';

describe('a host in the next certificate', () => {
  it('is one that points to us', () => {
    expect(isOrdered('shop.test', 'ok', [])).toBe(true);
    expect(isOrdered('shop.test', 'wrong', ['shop.test'])).toBe(false);
    expect(isOrdered('shop.test', 'missing', ['shop.test'])).toBe(false);
  });

  it('stays while DNS does not answer, but does not come then', () => {
    expect(isOrdered('shop.test', 'unreachable', ['shop.test'])).toBe(true);
    expect(isOrdered('www.shop.test', 'unreachable', ['*.shop.test'])).toBe(true);
    expect(isOrdered('www.shop.test', 'unreachable', ['shop.test'])).toBe(false);
  });
});
