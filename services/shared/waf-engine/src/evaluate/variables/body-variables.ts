import type { VariableGroup } from '../../model/variable.ts';
import type { TransactionState } from '../state/state.ts';
import { collection, count, fixed, flag } from './define.ts';

/** Results of the body processors. Multipart flags are those of ModSecurity's strict parser. */
export const bodyVariables = {
  REQBODY_PROCESSOR: fixed((state) => state.body.processorName ?? ''),
  REQBODY_ERROR: flag((state) => state.body.error !== null),
  REQBODY_ERROR_MSG: fixed((state) => state.body.error ?? ''),
  REQBODY_PROCESSOR_ERROR: flag((state) => state.body.processorError !== null),
  REQBODY_PROCESSOR_ERROR_MSG: fixed((state) => state.body.processorError ?? ''),
  /** Ours: something was left out of what rules see, and why. ModSecurity leaves out in silence. */
  REQUEST_LIMIT_EXCEEDED: flag((state) => state.limitExceeded !== null),
  REQUEST_LIMIT_EXCEEDED_MSG: fixed((state) => state.limitExceeded ?? ''),
  URLENCODED_ERROR: flag((state) => state.urlEncodedError),
  INBOUND_DATA_ERROR: flag((state) => state.body.limitExceeded),
  OUTBOUND_DATA_ERROR: flag((state) => state.responseBody.limitExceeded),

  FILES: collection(
    (state) => state.multipart.files.entries,
    (state, key) => state.multipart.files.withKey(key),
  ),
  FILES_NAMES: collection(
    (state) => state.multipart.fileNames.entries,
    (state, key) => state.multipart.fileNames.withKey(key),
  ),
  FILES_SIZES: collection(
    (state) => state.multipart.fileSizes.entries,
    (state, key) => state.multipart.fileSizes.withKey(key),
  ),
  FILES_TMPNAMES: collection((state) => state.multipart.temporaryNames.entries),
  FILES_TMP_CONTENT: collection(
    (state) => state.multipart.fileContents.entries,
    (state, key) => state.multipart.fileContents.withKey(key),
  ),
  /** Ours: markup in files that are archives, as readers of office documents unpack it. */
  FILES_MEMBERS: collection(
    (state) => state.multipart.fileMembers.entries,
    (state, key) => state.multipart.fileMembers.withKey(key),
  ),
  FILES_COMBINED_SIZE: count((state) => state.multipart.combinedSize),

  MULTIPART_FILENAME: collection(
    (state) => state.multipart.filenames.entries,
    (state, key) => state.multipart.filenames.withKey(key),
  ),
  MULTIPART_NAME: collection(
    (state) => state.multipart.names.entries,
    (state, key) => state.multipart.names.withKey(key),
  ),
  MULTIPART_PART_HEADERS: collection(
    (state) => state.multipart.partHeaders.entries,
    (state, key) => state.multipart.partHeaders.withKey(key),
  ),
  MULTIPART_BOUNDARY_QUOTED: flag((state) => state.multipart.flags.boundaryQuoted),
  MULTIPART_BOUNDARY_WHITESPACE: flag((state) => state.multipart.flags.boundaryWhitespace),
  MULTIPART_CRLF_LF_LINES: flag((state) => state.multipart.flags.crlfLine && state.multipart.flags.lfLine),
  MULTIPART_DATA_AFTER: flag((state) => state.multipart.flags.dataAfter),
  MULTIPART_DATA_BEFORE: flag((state) => state.multipart.flags.dataBefore),
  MULTIPART_FILE_LIMIT_EXCEEDED: flag((state) => state.multipart.flags.fileLimitExceeded),
  MULTIPART_HEADER_FOLDING: flag((state) => state.multipart.flags.headerFolding),
  MULTIPART_INVALID_HEADER_FOLDING: flag((state) => state.multipart.flags.invalidHeaderFolding),
  MULTIPART_INVALID_PART: flag((state) => state.multipart.flags.invalidPart),
  MULTIPART_INVALID_QUOTING: flag((state) => state.multipart.flags.invalidQuoting),
  MULTIPART_LF_LINE: flag((state) => state.multipart.flags.lfLine),
  MULTIPART_MISSING_SEMICOLON: flag((state) => state.multipart.flags.missingSemicolon),
  MULTIPART_STRICT_ERROR: flag((state) => state.multipart.strictError),
  /** 1: something looked like a boundary and was none; 2: the same, but the real ones were seen as well. */
  MULTIPART_UNMATCHED_BOUNDARY: count((state) => state.multipart.flags.unmatchedBoundary),

  XML: {
    kind: 'xpath',
    stability: 'fixed',
    select: (state: TransactionState, path) => state.xmlValues(path),
    prepare: (state: TransactionState, path) => state.selectSomeXml(path),
  },
} as const satisfies VariableGroup;
