import { CASE_KINDS, type CaseKind, type RequestCase } from '../request-case.ts';
import { cookieCase } from './cookies.ts';
import { jsonCase, xmlCase } from './documents.ts';
import { graphqlCase } from './graphql.ts';
import { multipartCase } from './multipart.ts';
import { formCase, queryCase } from './pairs.ts';
import { Random } from './random.ts';
import { yamlCase } from './yaml.ts';

const GENERATORS: Readonly<Record<CaseKind, (id: number, random: Random) => RequestCase>> = {
  query: queryCase,
  form: formCase,
  multipart: multipartCase,
  json: jsonCase,
  xml: xmlCase,
  cookies: cookieCase,
  yaml: yamlCase,
  graphql: graphqlCase,
};

/** Case number `id` of a run; depends on the seed and the number only. */
export function caseOf(seed: number, id: number, kinds: readonly CaseKind[] = CASE_KINDS): RequestCase {
  const random = new Random(Math.imul(seed, 0x9e3779b1) ^ Math.imul(id + 1, 0x85ebca6b));
  return GENERATORS[kinds[id % kinds.length]!](id, random);
}
