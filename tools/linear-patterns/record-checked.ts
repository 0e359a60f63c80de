// Checks every pattern of the product's code anew, with more time than the test has, and records those that are not slow.
import { writeFileSync } from 'node:fs';
import { check } from 'recheck';
import { CHECKED_FILE, checkedKey, productPatterns } from './patterns.ts';

/** Maximum time for one pattern, ms. */
const PATTERN_MS = 60_000;

const keys: string[] = [];
let slow = 0;
for (const [text, { source, flags }] of productPatterns()) {
  const { status, complexity } = await check(source, flags, { timeout: PATTERN_MS });
  if (status === 'vulnerable') {
    slow++;
    console.log(`slow, ${complexity?.summary}: ${text}`);
  } else {
    keys.push(checkedKey(text));
    if (status === 'unknown') console.log(`neither proven nor refuted: ${text}`);
  }
}
writeFileSync(CHECKED_FILE, `${keys.sort().join('\n')}\n`);
console.log(`${keys.length} patterns recorded, ${slow} slow ones are not`);
// recheck's process would keep this one running.
process.exit(0);
