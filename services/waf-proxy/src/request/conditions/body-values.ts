import type { AskedFields, BodyFields, JsonPlace } from '@palisade/waf-engine';
import { ABSENT, Values } from './values.ts';

type ByName = ReadonlyMap<string, Values>;

const valuesByName = (found: BodyFields['form']): ByName =>
  new Map([...found].map(([name, values]) => [name, Values.exact(values)]));

const isText = (text: string): boolean => text !== '';

/** What conditions and keys may ask of a body. */
export class BodyValues {
  /** False: there is more of it, or it could not be read to its end, so that what is not found may be there. */
  readonly isWhole: boolean;
  /** Its parts go to and fro while it passes, so that nobody has looked at it: no form or document is sent like that. */
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
/** A body in which nothing can be read is not known: what is asked of it neither holds nor does not. */
export const UNREADABLE_BODY = new BodyValues(NOTHING, { isWhole: false });
export const STREAMED_BODY = new BodyValues(NOTHING, { isWhole: false, isStreamed: true });

export const NOTHING_ASKED: AskedFields = Object.freeze({
  form: new Set<string>(),
  json: Object.freeze([]),
  files: false,
});

/** What all of these ask for, so that a body is read once for them. */
export function askedTogether(all: readonly AskedFields[]): AskedFields {
  const places = new Map(all.flatMap(({ json }) => json).map((place) => [place.name, place]));
  return Object.freeze({
    form: new Set(all.flatMap(({ form }) => [...form])),
    json: Object.freeze([...places.values()]),
    files: all.some(({ files }) => files),
  });
}
