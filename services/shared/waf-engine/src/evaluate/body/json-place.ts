import type { ByteString } from '../../model/api.ts';
import { ANY_CASE } from './form-names.ts';

/** Where in a JSON document somebody looks, ready to be compared with the paths of its values. */
export interface JsonPlace {
  /** As the log names it, such as "json.items.*.sku". */
  readonly name: string;
  /** Bounds of matching paths. */
  readonly minLength: number;
  readonly maxLength: number;
  fits(key: ByteString): boolean;
}

const STEP = /\[(\d+|\*)\]|[^.[\]]+/g;

/** The same, of members in any case: many frameworks bind them so. */
export function jsonPlaceInAnyCase(path: ByteString): JsonPlace {
  const place = jsonPlaceOf(path.toLowerCase());
  return Object.freeze({
    ...place,
    name: ANY_CASE + place.name,
    fits: (key: string) => place.fits(key.toLowerCase()),
  });
}

/** @param path such as "user.name", "items[0].sku" or "$.items[*].sku"; bytes */
export function jsonPlaceOf(path: ByteString): JsonPlace {
  const steps = [...path.replace(/^\$\.?/, '').matchAll(STEP)].map(([step, index]) =>
    index === undefined || index === '*' ? (index ?? step) : `array_${index}`,
  );
  const name = ['json', ...steps].join('.');
  const { length } = name;
  if (!steps.includes('*'))
    return Object.freeze({ name, minLength: length, maxLength: length, fits: (key: string) => key === name });
  const pattern = steps.map((step) =>
    step === '*' ? '[^.]*' : step.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'),
  );
  const whole = new RegExp(`^json\\.${pattern.join('\\.')}$`);
  return Object.freeze({
    name,
    minLength: length - steps.filter((step) => step === '*').length,
    maxLength: Number.POSITIVE_INFINITY,
    fits: (key: string) => whole.test(key),
  });
}
