/**
 * All transformations by their SecLang names. `none` is the compiler's: it empties the list that a rule has so far.
 */

import type { TransformationEntry, TransformationRegistry } from '../../model/transformation.ts';
import { base64Decode } from './base64-decode.ts';
import { base64DecodeExt } from './base64-decode-ext.ts';
import { base64Encode } from './base64-encode.ts';
import { cmdLine } from './cmd-line.ts';
import { compressWhitespace } from './compress-whitespace.ts';
import { cssDecode } from './css-decode.ts';
import { md5, sha1 } from './digests.ts';
import { escapeSeqDecode } from './escape-seq-decode.ts';
import { hexDecode } from './hex-decode.ts';
import { hexEncode } from './hex-encode.ts';
import { hideEscapedCode } from './hide-escaped-code.ts';
import { hidePlainScripts } from './hide-plain-scripts.ts';
import { htmlEntityDecode } from './html-entity-decode.ts';
import { jsDecode } from './js-decode.ts';
import { length } from './length.ts';
import { lowercase } from './lowercase.ts';
import { normalisePath, normalisePathWin } from './normalise-path.ts';
import { parityEven7bit, parityOdd7bit, parityZero7bit } from './parity.ts';
import { removeComments } from './remove-comments.ts';
import { removeCommentsChar } from './remove-comments-char.ts';
import { removeNulls } from './remove-nulls.ts';
import { removeWhitespace } from './remove-whitespace.ts';
import { replaceComments } from './replace-comments.ts';
import { replaceNulls } from './replace-nulls.ts';
import { sqlHexDecode } from './sql-hex-decode.ts';
import { trim, trimLeft, trimRight } from './trim.ts';
import { uppercase } from './uppercase.ts';
import { urlDecode } from './url-decode.ts';
import { urlDecodeUni } from './url-decode-uni.ts';
import { urlEncode } from './url-encode.ts';
import { utf8toUnicode } from './utf8-to-unicode.ts';

/** By the spelling that documentation uses, with the synonyms that libmodsecurity knows. */
export const transformationsByName = {
  base64Decode,
  base64DecodeExt,
  base64Encode,
  cmdLine,
  cmd_line: cmdLine,
  compressWhitespace,
  compress_whitespace: compressWhitespace,
  cssDecode,
  escapeSeqDecode,
  hexDecode,
  hexEncode,
  hideEscapedCode,
  hidePlainScripts,
  htmlEntityDecode,
  jsDecode,
  length,
  lowercase,
  md5,
  normalisePath,
  normalizePath: normalisePath,
  normalisePathWin,
  normalizePathWin: normalisePathWin,
  parityEven7bit,
  parityOdd7bit,
  parityZero7bit,
  removeComments,
  removeCommentsChar,
  removeNulls,
  removeWhitespace,
  replaceComments,
  replaceNulls,
  sha1,
  sqlHexDecode,
  trim,
  trimLeft,
  trimRight,
  uppercase,
  urlDecode,
  urlDecodeUni,
  urlEncode,
  utf8toUnicode,
} as const satisfies Record<string, TransformationEntry>;

export const transformations: TransformationRegistry = Object.freeze(
  Object.fromEntries(
    Object.entries(transformationsByName).map(([name, entry]) => [name.toLowerCase(), entry]),
  ),
);
