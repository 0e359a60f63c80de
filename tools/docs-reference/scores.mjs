import { read, WRITTEN_BY } from './markdown.mjs';

const SHEET = 'services/shared/managed-rules/SCORES.md';
/** Times depend on the machine that measured; the price page shows what is stopped. */
const IS_TIME = /^CPU/;

const OF_THESE = 'of these, ';
const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** "Of these, unseen" says by itself of what; names of corpora are for the sheet. */
function named(rows) {
  let before = '';
  return rows.map(([label, ...shares]) => {
    const plain = label.replace(/ \(.*\)$/, '');
    const name = plain.startsWith(OF_THESE) ? `${before}, ${plain.slice(OF_THESE.length)}` : plain;
    before = plain;
    return [sentence(name), ...shares];
  });
}

const cells = (line) =>
  line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim());
const literal = (value) => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** What the price page shows of the score sheet: its first table. */
export function scoresModule() {
  const [, section] = read(SHEET).split(/^## In all$/m);
  if (section === undefined) throw new Error(`${SHEET} has no section "In all"`);
  const [head, , ...lines] = section
    .trim()
    .split(/\n\s*\n/)[0]
    .split('\n')
    .map(cells);
  const rows = named(lines.filter(([label]) => !IS_TIME.test(label)));
  const texts = (values) => `[${values.map(literal).join(', ')}]`;
  return `// ${WRITTEN_BY.replace('This page', 'This file').replaceAll('`', '')} ${SHEET}.

/** Rule sets, in the order of the figures. */
export const scoredRuleSets = ${texts(head.slice(1))} as const;

/** Shares of requests that are blocked, in percent. */
export const scores: readonly { label: string; shares: readonly string[] }[] = [
${rows.map(([label, ...shares]) => `  { label: ${literal(label)}, shares: ${texts(shares)} },`).join('\n')}
];
`;
}
