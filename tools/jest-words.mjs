/** Options whose value stands behind them as a word of its own. Jest takes each of them with `=` as well. */
const VALUED = new Map([
  ['-t', '--testNamePattern'],
  ['-w', '--maxWorkers'],
  ...['--testNamePattern', '--maxWorkers', '--shard', '--seed', '--testTimeout'].map((name) => [name, name]),
]);

/**
 * What `tools/jest.mjs` was told: options of Jest's, kinds of tests, and the paths of those that are to run.
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
