import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** As much of a failure as tells what it is, without flooding the end of a log. */
const MOST_LINES = 8;
const MOST_COLUMNS = 220;
const MOST_TESTS = 30;

/**
 * @typedef {{ file: string, test: string, message: string }} Failure
 *   of one test; `file` is absolute, `message` as Jest has it, with colours and stack
 */

/**
 * What the end of a run says of tests that failed: a log is often seen in its last lines only.
 * @param first {Failure[]} of the round in which files run side by side
 * @param second {Failure[]} of the round in which failed files run again, one by one
 * @param root {string} what files are named from
 */
export function tellRounds(first, second, root) {
  const failedBefore = new Set(first.map(nameOf));
  const failedAgain = new Set(second.map(nameOf));
  return [
    told(
      'failed in both rounds',
      second.filter((failure) => failedBefore.has(nameOf(failure))),
      root,
    ),
    told(
      'failed only in the second round',
      second.filter((failure) => !failedBefore.has(nameOf(failure))),
      root,
    ),
    told(
      'passed only in the second round',
      first.filter((failure) => !failedAgain.has(nameOf(failure))),
      root,
    ),
  ].join('');
}

const nameOf = ({ file, test }) => `${file} › ${test}`;

function told(heading, failures, root) {
  if (failures.length === 0) return '';
  const shown = failures.slice(0, MOST_TESTS).map(({ file, test, message }) => {
    const lines = firstLines(message).map((line) => `      ${line}\n`);
    return `  ${path.relative(root, file)} › ${test}\n${lines.join('')}`;
  });
  const more = failures.length > MOST_TESTS ? `  and ${failures.length - MOST_TESTS} more\n` : '';
  return `palisade: ${heading}:\n${shown.join('')}${more}`;
}

function firstLines(message) {
  return stripVTControlCharacters(message)
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '' && !/^\s+at /.test(line))
    .slice(0, MOST_LINES)
    .map((line) => (line.length > MOST_COLUMNS ? `${line.slice(0, MOST_COLUMNS)}…` : line));
}
