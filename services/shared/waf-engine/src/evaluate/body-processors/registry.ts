import { jsonProcessor } from './json.ts';
import { multipartProcessor } from './multipart.ts';
import type { BodyProcessor } from './types.ts';
import { urlEncodedProcessor } from './urlencoded.ts';
import { xmlProcessor } from './xml.ts';

/** By the names that `ctl:requestBodyProcessor` takes. */
export const bodyProcessors: ReadonlyMap<string, BodyProcessor> = new Map<string, BodyProcessor>([
  ['URLENCODED', urlEncodedProcessor],
  ['MULTIPART', multipartProcessor],
  ['JSON', jsonProcessor],
  ['XML', xmlProcessor],
]);
