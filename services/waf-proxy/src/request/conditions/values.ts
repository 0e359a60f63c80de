/** All values of one place of a request, such as every header of one name. Byte strings; immutable to readers. */
export class Values {
  /** As sent. */
  readonly texts: readonly string[];
  /** The same, normalised for comparison with literals. */
  readonly compared: readonly string[];
  private places: Map<string, number> | null = null;

  private constructor(texts: readonly string[], compared: readonly string[]) {
    this.texts = texts;
    this.compared = compared;
  }

  static exact(texts: readonly string[]): Values {
    return new Values(texts, texts);
  }

  static withoutCase(texts: readonly string[]): Values {
    return new Values(texts, texts.map(withoutCase));
  }

  /** Index of the text in `compared`, or -1. */
  indexOf(text: string): number {
    this.places ??= new Map(this.compared.map((one, place) => [one, place]));
    return this.places.get(text) ?? -1;
  }
}

export const ABSENT = Values.exact([]);

/** Lower-cases ASCII only: bytes of other letters must not be changed one by one. */
export function withoutCase(bytes: string): string {
  return HIGH.test(bytes) ? bytes.replace(CAPITALS, (letters) => letters.toLowerCase()) : bytes.toLowerCase();
}

const HIGH = /[\x80-\xff]/;
const CAPITALS = /[A-Z]+/g;
