import { keptBytes, printableBytes } from './remembered-text.rules.ts';

describe('texts that are remembered', () => {
  it.each(['/shop?q=fence', 'caf\u00e9\u0000'])('hold no more than themselves: %j', (text) => {
    const all = Buffer.from(`before${text}behind`);
    const [from, to] = [6, all.length - 6];
    const kept = keptBytes(all, from, to);
    expect(kept).toEqual(printableBytes(all, from, to));
    expect(kept.buffer.byteLength).toBe(kept.length);
  });
});
