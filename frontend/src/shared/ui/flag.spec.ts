import { FLAGS, hasFlag } from './flag.tsx';

describe('flags', () => {
  it('are there for fifteen countries, each once', () => {
    expect(FLAGS).toHaveLength(15);
    expect(new Set(FLAGS).size).toBe(15);
    expect(FLAGS.every(hasFlag)).toBe(true);
  });

  it('are missing for the rest', () => {
    expect(hasFlag('VN')).toBe(false);
  });
});
