import { ConnectionCap } from './connection-cap.ts';

describe('connection cap', () => {
  it('refuses one address beyond its share, others not, and counts what left', () => {
    const cap = new ConnectionCap(2);
    expect([cap.enter('a'), cap.enter('a'), cap.enter('a'), cap.enter('b')]).toEqual([
      true,
      true,
      false,
      true,
    ]);
    cap.leave('a');
    expect([cap.enter('a'), cap.enter('a')]).toEqual([true, false]);
  });
});
