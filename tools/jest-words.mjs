/** Options whose value is the next argument. Jest accepts each of them with `=` as well. */
const VALUED = new Map([
  ['-t', '--testNamePattern'],
  ['-w', '--maxWorkers'],
  ...['--testNamePattern', '--maxWorkers', '--shard', '--seed', '--testTimeout'].map((name) => [name, name]),
]);

/**
 * The arguments of `tools/jest.mjs`: Jest's options, kinds of tests, and paths of the tests to run.
 * @param words {string[]}
 * @param kinds {Set<string>}
 */
export function readWords(words, kinds) {
  const args = { options: [], kinds: [], paths: [] };
  for (let at = 0; at < words.length; at++) {
    const word = words[at];
    const valued = VALUED.get(word);
    if (valued !== undefined && at + 1 < words.length) args.options.push(`${valued}=${words[++at]}`);
    else if (word === '--selectProjects') continue;
    else if (word.startsWith('-')) args.options.push(word);
    else if (kinds.has(word)) args.kinds.push(word);
    else args.paths.push(word);
  }
  return args;
}
