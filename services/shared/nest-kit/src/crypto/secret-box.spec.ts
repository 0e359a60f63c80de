import { randomBytes } from 'node:crypto';
import { SecretBox } from './secret-box.ts';

const keys = { a: randomBytes(32).toString('base64'), b: randomBytes(32).toString('base64') };

describe('SecretBox', () => {
  it('opens what it sealed, also after the current key has changed', () => {
    const sealed = new SecretBox(keys, 'a').seal('smtp password ✓', 'smtp:1');
    expect(new SecretBox(keys, 'b').open(sealed, 'smtp:1')).toBe('smtp password ✓');
  });

  it('never seals the same secret to the same text', () => {
    const box = new SecretBox(keys, 'a');
    expect(box.seal('x', 'c')).not.toBe(box.seal('x', 'c'));
  });

  it('tells the same texts of a context by their digests, under its own key alone', () => {
    const box = new SecretBox(keys, 'a');
    expect(box.digest('x', 'c')).toBe(new SecretBox(keys, 'a').digest('x', 'c'));
    const others = [box.digest('y', 'c'), box.digest('x', 'd'), new SecretBox(keys, 'b').digest('x', 'c')];
    expect(new Set([box.digest('x', 'c'), ...others]).size).toBe(4);
  });

  it('does not open in another row, with a flipped bit, or without its key', () => {
    const sealed = new SecretBox(keys, 'a').seal('secret', 'row:1');
    const box = new SecretBox(keys, 'a');
    expect(() => box.open(sealed, 'row:2')).toThrow('does not open here');
    // The first character of the last part: all of its bits count, which is not so of the last one.
    const at = sealed.lastIndexOf('.') + 1;
    const flipped = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1);
    expect(() => box.open(flipped, 'row:1')).toThrow('does not open here');
    expect(() => new SecretBox({ b: keys.b }, 'b').open(sealed, 'row:1')).toThrow('not known');
    expect(() => box.open('v2.a.b.c', 'row:1')).toThrow('unknown format');
  });

  it('goes over to other keys, or to none of them', () => {
    const box = new SecretBox({ a: keys.a }, 'a');
    const sealed = box.seal('secret', 'row:1');
    expect(() => box.prepare({ b: 'c2hvcnQ=' }, 'b')).toThrow('32 bytes');
    expect(box.isOfOldKey(sealed)).toBe(false);
    box.prepare(keys, 'b')();
    expect(box.isOfOldKey(sealed)).toBe(true);
    expect(box.isOfOldKey(box.seal('secret', 'row:1'))).toBe(false);
    expect(box.open(sealed, 'row:1')).toBe('secret');
    box.prepare({ b: keys.b }, 'b')();
    expect(() => box.open(sealed, 'row:1')).toThrow('not known');
  });

  it('refuses keys of the wrong length', () => {
    expect(() => new SecretBox({ a: 'c2hvcnQ=' }, 'a')).toThrow('32 bytes');
  });
});
