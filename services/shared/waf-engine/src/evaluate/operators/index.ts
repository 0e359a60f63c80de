/** All operators by their SecLang names. */

import type { OperatorFactory, OperatorRegistry } from '../../model/operator.ts';
import { noMatch, rbl, unconditionalMatch } from './always.ts';
import { beginsWith } from './begins-with.ts';
import { brokenCommand } from './broken-command.ts';
import { eq, ge, gt, le, lt } from './comparison.ts';
import { contains } from './contains.ts';
import { containsWord } from './contains-word.ts';
import { detectSQLi } from './detect-sqli.ts';
import { detectXSS } from './detect-xss.ts';
import { endsWith } from './ends-with.ts';
import { geoLookup } from './geo-lookup.ts';
import { ipMatch, ipMatchFromFile } from './ip-match.ts';
import { pm, pmFromFile } from './pm.ts';
import { rx } from './rx.ts';
import { rxGlobal } from './rx-global.ts';
import { sqlProse } from './sql-prose.ts';
import { streq } from './streq.ts';
import {
  fuzzyHash,
  gsbLookup,
  inspectFile,
  rsub,
  validateDTD,
  validateHash,
  validateSchema,
} from './unsupported.ts';
import { validateByteRange } from './validate-byte-range.ts';
import { validateUrlEncoding } from './validate-url-encoding.ts';
import { validateUtf8Encoding } from './validate-utf8-encoding.ts';
import { verifyCC } from './verify-cc.ts';
import { verifyCPF } from './verify-cpf.ts';
import { verifySSN } from './verify-ssn.ts';
import { verifySVNR } from './verify-svnr.ts';
import { wholeQuery } from './whole-query.ts';
import { within } from './within.ts';

/** By the spelling that documentation uses, with libmodsecurity's synonyms. */
export const operatorsByName = {
  beginsWith,
  brokenCommand,
  contains,
  containsWord,
  detectSQLi,
  detectXSS,
  endsWith,
  eq,
  fuzzyHash,
  ge,
  geoLookup,
  gsbLookup,
  gt,
  inspectFile,
  ipMatch,
  ipMatchF: ipMatchFromFile,
  ipMatchFromFile,
  le,
  lt,
  noMatch,
  pm,
  pmf: pmFromFile,
  pmFromFile,
  rbl,
  rsub,
  rx,
  rxGlobal,
  sqlProse,
  streq,
  strmatch: contains,
  unconditionalMatch,
  validateByteRange,
  validateDTD,
  validateHash,
  validateSchema,
  validateUrlEncoding,
  validateUtf8Encoding,
  verifyCC,
  verifyCPF,
  verifySSN,
  verifySVNR,
  wholeQuery,
  within,
} as const satisfies Record<string, OperatorFactory>;

export const operators: OperatorRegistry = Object.freeze(
  Object.fromEntries(Object.entries(operatorsByName).map(([name, factory]) => [name.toLowerCase(), factory])),
);
