import type { BodyFields } from '@palisade/waf-engine';
import { ABSENT, Values } from './values.ts';

/** Where in a JSON document a condition looks, ready to be compared with the paths of its values. */
export interface JsonPlace {
  /** As the log names it, such as "json.items.*.sku". */
  readonly name: string;
  fits(key: string): boolean;
}

const STEP = /\[(\d+|\*)\]|[^.[\]]+/g;

/** @param path such as "user.name", "items[0].sku" or "$.items[*].sku"; bytes */
export function jsonPlaceOf(path: string): JsonPlace {
  const steps = [...path.replace(/^\$\.?/, '').matchAll(STEP)].map(([step, index]) =>
    index === undefined || index === '*' ? (index ?? step) : `array_${index}`,
  );
  const name = ['json', ...steps].join('.');
  if (!steps.includes('*')) return Object.freeze({ name, fits: (key: string) => key === name });
  const pattern = steps.map((step) =>
    step === '*' ? '[^.]*' : step.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'),
  );
  const whole = new RegExp(`^json\\.${pattern.join('\\.')}$`);
  return Object.freeze({ name, fits: (key: string) => whole.test(key) });
}

/** What conditions and keys may ask of a body. Everything is compared when it is first asked for. */
export class BodyValues {
  /** False: there is more of it, or it could not be read to its end, so that what is not found may be there. */
  readonly isWhole: boolean;
  private readonly fields: BodyFields;

  constructor(fields: BodyFields, isWhole: boolean) {
    this.fields = fields;
    this.isWhole = isWhole && fields.isWhole;
  }

  formField(name: string): Values {
    return valuesOf(this.fields.form.filter(({ key }) => key === name));
  }

  json(place: JsonPlace): Values {
    return valuesOf(this.fields.json.filter(({ key }) => place.fits(key)));
  }

  get fileNames(): Values {
    return Values.withoutCase(this.fields.files.map(({ filename }) => filename).filter(isText));
  }

  get fileTypes(): Values {
    return Values.withoutCase(this.fields.files.map(({ type }) => type).filter(isText));
  }
}

export const EMPTY_BODY = new BodyValues({ form: [], json: [], files: [], isWhole: true }, true);

const valuesOf = (found: readonly { readonly value: string }[]): Values =>
  found.length === 0 ? ABSENT : Values.exact(found.map(({ value }) => value));

const isText = (text: string): boolean => text !== '';
