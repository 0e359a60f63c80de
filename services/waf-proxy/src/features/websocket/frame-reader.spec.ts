import { type Frame, FrameReader, LATER, NEXT_TURN } from './frame-reader.ts';

/** A turn of so many steps. */
class Turns {
  left = 0;
  private readonly steps: number;

  constructor(steps: number) {
    this.steps = steps;
    this.left = steps;
  }

  begin(): boolean {
    return !this.isSpent;
  }

  get isSpent(): boolean {
    return this.left <= 0;
  }

  spend(steps: number): void {
    this.left -= steps;
  }

  renew(): void {
    this.left = this.steps;
  }
}

const STEPS = 200_000;

function reading() {
  const turns = new Turns(STEPS);
  const seen: number[] = [];
  const reader = new FrameReader(
    true,
    false,
    {
      begin: ({ opcode }: Frame) => {
        seen.push(opcode);
        return null;
      },
      payload: () => undefined,
      end: () => null,
    },
    turns,
  );
  return { turns, seen, reader };
}

describe('reading frames', () => {
  it.each([
    ['empty messages', [0x81, 0x80, 0, 0, 0, 0]],
    ['messages of a byte', [0x82, 0x81, 0, 0, 0, 0, 0x61]],
    ['pings', [0x89, 0x80, 0, 0, 0, 0]],
  ])('takes up a few hundred %s in a turn, and all of them in the end', (_what, bytes) => {
    const { turns, seen, reader } = reading();
    let outcome = reader.push(Buffer.concat(Array<Buffer>(9_000).fill(Buffer.from(bytes))));
    expect(outcome).toBe(NEXT_TURN);
    expect(seen.length).toBeGreaterThan(100);
    expect(seen.length).toBeLessThan(1_000);
    let turnsTaken = 1;
    while (outcome === NEXT_TURN) {
      const before = seen.length;
      turns.renew();
      outcome = reader.resume();
      turnsTaken++;
      expect(seen.length - before).toBeLessThan(1_000);
    }
    expect(outcome).toBeNull();
    expect(seen).toHaveLength(9_000);
    expect(turnsTaken).toBeGreaterThan(9);
  });

  it('begins no frame in a turn that others have spent, and loses none', () => {
    const { turns, seen, reader } = reading();
    turns.spend(STEPS);
    expect(reader.push(Buffer.from([0x82, 0x81, 0, 0]))).toBe(NEXT_TURN);
    expect(reader.push(Buffer.from([0, 0, 0x61]))).toBe(LATER);
    expect(reader.resume()).toBe(NEXT_TURN);
    expect(seen).toEqual([]);
    turns.renew();
    expect(reader.resume()).toBeNull();
    expect(seen).toEqual([2]);
  });
});
