/** Shapes of a site that are told apart; when there are more, counting begins anew. */
const MAX_SHAPES = 1_024;
/** Of each shape about so many are expected however small the rate is, and a few more with each tenfold of its traffic. */
const OF_EACH_SHAPE = 4;

/**
 * Which requests of a site are kept: a share of all, and more of what is rare. The n-th request of a shape is kept with
 * probability max(rate, 4/n), so that a form that is sent once a week is there beside a start page that is asked a million
 * times; the inverse of that probability is what the kept one stands for, and sums of these are unbiased.
 */
export class ShapeSampler {
  private readonly counts = new Map<string, number>();
  private readonly random: () => number;

  constructor(random: () => number = Math.random) {
    this.random = random;
  }

  /** @returns for how many requests this one stands; 0: it is not kept */
  weightOf(shape: string, rate: number): number {
    const probability = Math.max(rate, Math.min(1, OF_EACH_SHAPE / this.countOf(shape)));
    return this.random() < probability ? 1 / probability : 0;
  }

  private countOf(shape: string): number {
    const count = (this.counts.get(shape) ?? 0) + 1;
    if (count === 1 && this.counts.size >= MAX_SHAPES) this.counts.clear();
    this.counts.set(shape, count);
    return count;
  }
}

/** Ids and numbers in a path are one shape; so are values. */
export function shapeOf(method: string, target: string, contentType: string): string {
  const query = target.indexOf('?');
  const path = (query < 0 ? target : target.slice(0, query)).slice(0, 256);
  const names = query < 0 ? '' : namesOf(target.slice(query + 1, query + 1_024));
  const type = contentType.split(';', 1)[0]!.slice(0, 60);
  return `${method} ${path.replace(/[0-9a-f-]+/gi, (word) => (/[0-9]/.test(word) ? '#' : word))}?${names} ${type}`;
}

const namesOf = (query: string): string =>
  query
    .split('&')
    .slice(0, 32)
    .map((pair) => pair.split('=', 1)[0]!.slice(0, 40))
    .sort()
    .join('&');
