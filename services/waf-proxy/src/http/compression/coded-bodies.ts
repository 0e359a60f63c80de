import type { Coding } from '../accept-encoding.ts';
import { compressWhole } from './whole-body.ts';

/** A copy that saves less than this share is not worth a decoder's work. */
const MAX_RATIO = 0.95;

/** The coded copies of one stored body: each is made when the first client asks for it, once, and kept. */
export class CodedBodies {
  private readonly plain: Buffer;
  private readonly onChange: () => void;
  private readonly copies = new Map<Coding, Buffer | null | Promise<Buffer | null>>();

  /** @param onChange called when a copy has been added to what is held. */
  constructor(plain: Buffer, onChange: () => void) {
    this.plain = plain;
    this.onChange = onChange;
  }

  get bytes(): number {
    let bytes = 0;
    for (const copy of this.copies.values()) if (Buffer.isBuffer(copy)) bytes += copy.length;
    return bytes;
  }

  /**
   * Null: serve it plain, since it does not shrink or nobody can compress it now.
   *
   * @param takeCompressor a place for making a copy, as with the function of this name.
   */
  get(coding: Coding, takeCompressor: () => (() => void) | null): Buffer | null | Promise<Buffer | null> {
    const known = this.copies.get(coding);
    if (known !== undefined) return known;
    const release = takeCompressor();
    if (release === null) return null;
    const making = compressWhole(this.plain, coding, 'stored')
      .then(
        (coded) => (coded.length < this.plain.length * MAX_RATIO ? coded : null),
        () => null,
      )
      .then((copy) => {
        release();
        this.copies.set(coding, copy);
        if (copy !== null) this.onChange();
        return copy;
      });
    this.copies.set(coding, making);
    return making;
  }
}
