import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { FairPool } from '../../io/shares/fair-pool.ts';
import { POOLS } from '../../io/shares/pools.ts';
import { ManualDeadlines } from '../../test-support/manual-deadlines.ts';
import { StalledDirection } from './stalled-direction.ts';

const READ = 65_536;

/** As much of a socket as is asked. */
class FakeSocket extends EventEmitter {
  bytesWritten = 0;
  writableLength = 0;
  readonly readableHighWaterMark = READ;
  reads = true;
  pause = () => {
    this.reads = false;
  };
  resume = () => {
    this.reads = true;
  };
}

function standing(bound = POOLS.websocket_messages.bound) {
  const [from, to] = [new FakeSocket(), new FakeSocket()];
  const clock = new ManualDeadlines();
  const pool = new FairPool(POOLS.websocket_messages, bound);
  let givenUp = 0;
  const bytes = new StalledDirection(
    from as unknown as Socket,
    to as unknown as Socket,
    clock,
    () => pool.open({ client: null, site: null }, () => undefined),
    () => {
      givenUp++;
    },
  );
  return { bytes, from, to, clock, pool, givenUp: () => givenUp };
}

describe('bytes that stand still', () => {
  it('have their room in the pool, and nothing more is read until they move on', () => {
    const { bytes, from, to, clock, pool } = standing();
    to.writableLength = 100_000;
    bytes.begin(true);
    bytes.begin(true);
    expect([from.reads, pool.state.used, clock.watched]).toEqual([false, 100_000 + READ, 1]);
    bytes.end();
    expect([from.reads, pool.state.used, clock.watched]).toEqual([true, 0, 0]);
  });

  it('are given up where there is no room', () => {
    const { bytes, to, givenUp, pool } = standing(READ);
    to.writableLength = 1;
    bytes.begin(true);
    expect([givenUp(), pool.state.used]).toEqual([1, 0]);
  });

  it('are given up after a minute in which nobody takes them, though a byte now and then is taken', () => {
    const { bytes, to, clock, givenUp } = standing();
    for (let second = 0; second < 59; second++) {
      bytes.begin(true);
      to.bytesWritten += 10;
      clock.pass(1_000);
      bytes.end();
    }
    bytes.begin(true);
    expect(givenUp()).toBe(0);
    clock.pass(2_000);
    expect(givenUp()).toBe(1);
  });

  it('of a reader who takes what he can are left to him', () => {
    const { bytes, to, clock, givenUp } = standing();
    for (let second = 0; second < 300; second++) {
      bytes.begin(true);
      to.bytesWritten += 4_096;
      clock.pass(1_000);
      bytes.end();
    }
    expect(givenUp()).toBe(0);
  });

  it('wait for a verdict as long as that takes', () => {
    const { bytes, clock, givenUp } = standing();
    bytes.begin(false);
    clock.pass(600_000);
    expect([givenUp(), clock.watched]).toEqual([0, 0]);
  });
});
