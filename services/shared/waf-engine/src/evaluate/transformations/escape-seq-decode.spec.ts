import { describeTransformation } from '../../../test/support/transformation-cases.ts';
import { escapeSeqDecode } from './escape-seq-decode.ts';

describeTransformation('escapeSeqDecode', escapeSeqDecode, {
  'single letters': ['\\a\\b\\f\\n\\r\\t\\v\\\\\\?\\\'\\"', '\x07\b\f\n\r\t\v\\?\'"'],
  hexadecimal: ['\\x41\\X42\\x4', 'ABx4'],
  'octal, low byte': ['\\101\\1012\\777\\0', 'AA2\xff\x00'],
  'anything else loses the backslash': ['\\q\\8', 'q8'],
  'a backslash at the end stays': ['\\q\\', 'q\\'],
});
