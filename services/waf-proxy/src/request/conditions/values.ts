/** What a request has in one place, such as all fields of one header. Byte strings; immutable to their readers. */
export class Values {
  /** As the request has them. */
  readonly texts: readonly string[];
  /** The same, in the form in which they are compared with literals. */
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

  /** Where the text stands in `compared`, or -1. */
  indexOf(text: string): number {
    this.places ??= new Map(this.compared.map((one, place) => [one, place]));
    return this.places.get(text) ?? -1;
  }
}

export const ABSENT = Values.exact([]);

/** Letters beyond ASCII are several bytes, of which none may be taken for another letter. */
export function withoutCase(bytes: string): string {
  return HIGH.test(bytes) ? bytes.replace(CAPITALS, (letters) => letters.toLowerCase()) : bytes.toLowerCase();
}

const HIGH = /[\x80-\xff]/;
const CAPITALS = /[A-Z]+/g;
