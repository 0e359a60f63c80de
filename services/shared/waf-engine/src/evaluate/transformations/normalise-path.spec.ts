import { describeTransformation } from '../../../test/support/transformation-cases.ts';
import { normalisePath, normalisePathWin } from './normalise-path.ts';

describeTransformation('normalisePath', normalisePath, {
  'repeated slashes': ['//a///b/', '/a/b/'],
  'self-references': ['/./a/./b/.', '/a/b'],
  'back-references': ['/a/b/../c', '/a/c'],
  'not above the root': ['/../../a', '/a'],
  'relative ones stay': ['../b', '../b'],
  'unless a segment came between, as in libmodsecurity': ['../a/../../b', 'b'],
  'backslashes are bytes': ['\\a\\..\\b', '\\a\\..\\b'],
  'ends as it ended': ['/a/b/..', '/a'],
});
describeTransformation('normalisePathWin', normalisePathWin, {
  backslashes: ['\\a\\.\\b\\..\\c', '/a/c'],
  mixed: ['/a\\/b', '/a/b'],
});
