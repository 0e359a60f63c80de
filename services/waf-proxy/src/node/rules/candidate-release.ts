import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { log, messageWithCause } from '../../io/log.ts';
import { compileOperatorRules, type OperatorRules } from './operator-rule-set.ts';

/**
 * Identifies a candidate rule set by its contents, so that one that was rolled back stays so until its files change.
 * Null, with an error in the log, if it does not compile: the node serves without it.
 */
export function releaseOf(rules: OperatorRules): string | null {
  try {
    compileOperatorRules(rules);
  } catch (error) {
    log('error', 'candidate rule set rejected', { error: messageWithCause(error) });
    return null;
  }
  return hashOfRules(rules);
}

export function hashOfRules(rules: OperatorRules): string {
  const hash = createHash('sha256');
  const files = globSync('**/*', { cwd: rules.directory, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
  for (const file of [...(rules.setup === null ? [] : [rules.setup]), ...files]) {
    hash.update(`${path.basename(file)}\n`).update(readFileSync(file));
  }
  return hash.digest('hex').slice(0, 16);
}
