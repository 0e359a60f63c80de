import { formatClaim, NO_CLAIM, parseClaim, succeed } from './claim.ts';

describe('claims on partitions', () => {
  it('are read as they were written', () => {
    for (const claim of [NO_CLAIM, { holder: 'a-1', crashes: 3, dropped: 12 }])
      expect(parseClaim(formatClaim(claim))).toEqual(claim);
  });

  it.each([null, '', 'x', 'a b c', '{"holder":"a"}', 'a 1', 'a -1 0'])('take %j for nobody’s', (metadata) => {
    expect(parseClaim(metadata)).toEqual(NO_CLAIM);
  });

  it('count owners that vanished, one after the other', () => {
    const first = succeed(NO_CLAIM, 'a');
    const second = succeed(first, 'b');
    expect([first, second, succeed(second, 'c')].map(({ crashes }) => crashes)).toEqual([0, 1, 2]);
  });

  it('do not count one that handed over, or the holder itself', () => {
    const held = { holder: 'a', crashes: 2, dropped: 5 };
    expect(succeed({ ...held, holder: '' }, 'b')).toEqual({ holder: 'b', crashes: 0, dropped: 5 });
    expect(succeed(held, 'a')).toEqual(held);
  });
});
