import { BinaryWriter } from './binary-writer.ts';

/** A transaction writes two blocks, and another's are being sent meanwhile. */
const MAX_SPARE = 4;
/** Memory that an unusually large block needed is released. */
const MAX_SPARE_BYTES = 16 * 1024 * 1024;

/**
 * The memory of sent blocks serves the next ones. Buffers lie outside V8's heap, and so many new ones would make it look
 * for garbage in all that lives, several times a second.
 */
export class SpareWriters {
  private readonly spare: BinaryWriter[] = [];

  /** @param bytes expected size: the smallest that holds them is taken */
  take(bytes: number): BinaryWriter {
    const fitting = this.spare.filter(({ capacity }) => capacity >= bytes);
    const [smallest] = fitting.sort((one, other) => one.capacity - other.capacity);
    if (smallest === undefined) return new BinaryWriter(bytes);
    this.spare.splice(this.spare.indexOf(smallest), 1);
    smallest.clear();
    return smallest;
  }

  /** Nothing may read what it holds any more. */
  give(writer: BinaryWriter): void {
    if (writer.capacity > MAX_SPARE_BYTES) return;
    this.spare.push(writer);
    // The oldest goes: what is given back last has the size that is needed now.
    if (this.spare.length > MAX_SPARE) this.spare.shift();
  }
}
