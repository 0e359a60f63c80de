import { NO_REPEAT, type PackedArguments } from '../../model/packed-arguments.ts';

const NAME = 1;
const VALUE = 2;

/** Which members of a document have a name or a value that was looked at and is not remarkable. */
export class PlainMembers {
  private readonly packed: PackedArguments;
  private readonly flags: Uint8Array;

  constructor(packed: PackedArguments) {
    this.packed = packed;
    this.flags = new Uint8Array(packed.count);
  }

  /** An earlier member has the same name, which is plain. */
  knowsName(index: number): boolean {
    const before = this.packed.sameStepAt(index);
    return before !== NO_REPEAT && (this.flags[before]! & NAME) !== 0;
  }

  knowsValue(index: number): boolean {
    const before = this.packed.sameValueAt(index);
    return before !== NO_REPEAT && (this.flags[before]! & VALUE) !== 0;
  }

  learnName(index: number): void {
    this.flags[index]! |= NAME;
  }

  learnValue(index: number): void {
    this.flags[index]! |= VALUE;
  }
}
