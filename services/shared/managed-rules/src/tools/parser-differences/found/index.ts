import { COOKIES } from './cookies.ts';
import { GRAPHQL_DOCUMENTS } from './graphql.ts';
import { JSON_DOCUMENTS } from './json.ts';
import { PAIRS } from './pairs.ts';
import { PART_CONTENTS } from './part-contents.ts';
import { PART_NAMES } from './part-names.ts';
import type { FoundDifference } from './requests.ts';
import { XML_DOCUMENTS } from './xml.ts';
import { YAML_DOCUMENTS } from './yaml.ts';

/** Found by `npm run waf:parsers`. */
export const FOUND: readonly FoundDifference[] = [
  ...COOKIES,
  ...PAIRS,
  ...JSON_DOCUMENTS,
  ...XML_DOCUMENTS,
  ...PART_NAMES,
  ...PART_CONTENTS,
  ...YAML_DOCUMENTS,
  ...GRAPHQL_DOCUMENTS,
];
