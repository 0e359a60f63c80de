import type { AskedFields, BodyFields, JsonPlace } from '@palisade/waf-engine';
import { ABSENT, Values } from './values.ts';

type ByName = ReadonlyMap<string, Values>;

const valuesByName = (found: BodyFields['form']): ByName =>
  new Map([...found].map(([name, values]) => [name, Values.exact(values)]));

const isText = (text: string): boolean => text !== '';

/** The parts of a body that conditions and limit keys can refer to. */
export class BodyValues {
  /**
   * False: more of the body follows, or it could not be parsed to its end, so that a missing value may still be there.
   */
  readonly isWhole: boolean;
  /** The body streams both ways and was not inspected; forms and documents are never sent like that. */
  readonly isStreamed: boolean;
  readonly fileNames: Values;
  readonly fileTypes: Values;
  private readonly form: ByName;
  private readonly documents: ByName;

  constructor(
    fields: BodyFields,
    { isWhole, isStreamed = false }: { isWhole: boolean; isStreamed?: boolean },
  ) {
    const { form, json, files } = fields;
    this.isWhole = isWhole && fields.isWhole;
    this.isStreamed = isStreamed;
    this.form = valuesByName(form);
    this.documents = valuesByName(json);
    this.fileNames = Values.withoutCase(files.map(({ filename }) => filename).filter(isText));
    this.fileTypes = Values.withoutCase(files.map(({ type }) => type).filter(isText));
  }

  formField(name: string): Values {
    return this.form.get(name) ?? ABSENT;
  }

  json({ name }: JsonPlace): Values {
    return this.documents.get(name) ?? ABSENT;
  }
}

const NOTHING: BodyFields = { form: new Map(), json: new Map(), files: [], isWhole: true };
export const EMPTY_BODY = new BodyValues(NOTHING, { isWhole: true });
/** Nothing of the body could be parsed: conditions on it are neither true nor false. */
export const UNREADABLE_BODY = new BodyValues(NOTHING, { isWhole: false });
export const STREAMED_BODY = new BodyValues(NOTHING, { isWhole: false, isStreamed: true });

export const NOTHING_ASKED: AskedFields = Object.freeze({
  form: new Set<string>(),
  json: Object.freeze([]),
  files: false,
});

/** Everything that these ask for together, so that a body is read once for all of them. */
export function askedTogether(all: readonly AskedFields[]): AskedFields {
  const places = new Map(all.flatMap(({ json }) => json).map((place) => [place.name, place]));
  return Object.freeze({
    form: new Set(all.flatMap(({ form }) => [...form])),
    json: Object.freeze([...places.values()]),
    files: all.some(({ files }) => files),
  });
}
