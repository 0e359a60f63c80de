import { borrow, type Loan } from '@palisade/testing';
import { RunningStack, type StackPlace } from '../running-stack.ts';
import type { Group } from './groups.ts';
import { VARIABLE } from './stacks.ts';

/** A product that other test files use too, perhaps at this moment. It is never stopped or changed as a whole. */
export class SharedStack extends RunningStack {
  private loan: Loan<StackPlace> | null = null;

  constructor(private readonly group: Group) {
    super();
  }

  /** Resolves when it runs; the first file of the group waits until it has started. */
  async start(): Promise<void> {
    this.loan = await borrow<StackPlace>(VARIABLE, this.group);
    if (this.loan === null) throw new Error(`${VARIABLE} is not set: run this file by tools/jest.mjs`);
  }

  /** It continues to run for other tests. */
  async dispose(): Promise<void> {
    await this.loan?.giveBack();
    this.loan = null;
  }

  protected get place(): StackPlace {
    if (this.loan === null) throw new Error('the shared product has not been asked for');
    return this.loan.place;
  }
}
