/** Work that one question may take before its answer is «unknown». */
export class WorkBudget {
  private left: number;

  /** @param steps moves of an automaton, look-ups in a set; a million take some 30 ms */
  constructor(steps: number) {
    this.left = steps;
  }

  get isSpent(): boolean {
    return this.left <= 0;
  }

  spend(steps: number): void {
    this.left -= steps;
  }
}
