import type { Random } from '../parser-differences/generate/random.ts';

const SIZE = 1 << 20;
const MIN_GRAM = 2;
const MAX_GRAM = 5;
const EPOCHS = 6;
const LEARNING_RATE = 0.3;
const SCALE = 4;
const FNV_OFFSET = 2_166_136_261;
const FNV_PRIME = 16_777_619;

/** Where a value's n-grams of 2 to 5 characters and its pairs of neighbouring tokens are in the table of weights. */
export function featuresOf(value: string): Int32Array {
  const text = ` ${value
    .toLowerCase()
    .replace(/[0-9]+/g, '0')
    .replace(/\s+/g, ' ')} `;
  const features = new Set<number>();
  for (let from = 0; from < text.length; from++) {
    let hash = FNV_OFFSET;
    for (let length = 1; length <= MAX_GRAM && from + length <= text.length; length++) {
      hash = Math.imul(hash ^ text.charCodeAt(from + length - 1), FNV_PRIME);
      if (length >= MIN_GRAM) features.add((hash >>> 0) % SIZE);
    }
  }
  let before = '';
  for (const [token] of text.matchAll(/[a-z_]+|[^a-z_\s]/g)) {
    let hash = ~FNV_OFFSET;
    for (const character of `${before} ${token}`) hash = Math.imul(hash ^ character.charCodeAt(0), FNV_PRIME);
    features.add((hash >>> 0) % SIZE);
    before = token;
  }
  return Int32Array.from(features);
}

export interface Example {
  /** Of each of the request's values. */
  readonly features: readonly Int32Array[];
  readonly attack: boolean;
}

/** Logistic regression by stochastic gradient descent. */
export class LinearModel {
  private readonly weights = new Float32Array(SIZE);
  private bias = 0;

  /** Of the request: that of its worst value. */
  score({ features }: Example): number {
    return Math.max(Number.NEGATIVE_INFINITY, ...features.map((one) => this.scoreOf(one)));
  }

  /** One value of an attack is bad, and which one the label does not say; of other requests none is. */
  train(examples: readonly Example[], random: Random): void {
    const order = [...examples];
    for (let epoch = 0; epoch < EPOCHS; epoch++) {
      for (let index = order.length - 1; index > 0; index--) {
        const other = random.below(index + 1);
        [order[index], order[other]] = [order[other]!, order[index]!];
      }
      for (const { features, attack } of order) {
        if (features.length === 0) continue;
        const worst = features.reduce((one, other) =>
          this.scoreOf(other) > this.scoreOf(one) ? other : one,
        );
        for (const one of attack ? [worst] : features) this.step(one, attack, LEARNING_RATE / (1 + epoch));
      }
    }
  }

  private scoreOf(features: Int32Array): number {
    let sum = this.bias;
    for (const feature of features) sum += this.weights[feature]!;
    return (SCALE * sum) / Math.sqrt(features.length + 1);
  }

  private step(features: Int32Array, attack: boolean, rate: number): void {
    const error = (attack ? 1 : 0) - 1 / (1 + Math.exp(-this.scoreOf(features)));
    const change = (error * rate) / Math.sqrt(features.length + 1);
    for (const feature of features) this.weights[feature] = this.weights[feature]! + change;
    this.bias += change / 10;
  }
}
