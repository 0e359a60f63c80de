import { jsonProcessor } from './json.ts';
import { multipartProcessor } from './multipart.ts';
import type { BodyProcessor } from './types.ts';
import { packUrlEncoded } from './urlencoded.ts';
import { xmlProcessor } from './xml.ts';

/** By the names that `ctl:requestBodyProcessor` takes. */
export const bodyProcessors: ReadonlyMap<string, BodyProcessor> = new Map<string, BodyProcessor>([
  [
    'URLENCODED',
    ({ body, limits }, sink) => {
      packUrlEncoded(body, limits.argumentSeparator, sink);
      return null;
    },
  ],
  ['MULTIPART', multipartProcessor],
  ['JSON', jsonProcessor],
  ['XML', xmlProcessor],
]);
