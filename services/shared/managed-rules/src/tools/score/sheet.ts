import { CORPORA, type Corpus, type CorpusScore, type GroupScore } from './corpora.ts';
import { percent, type Share } from './tally.ts';

export interface RuleSetScores {
  readonly name: string;
  readonly corpora: ReadonlyMap<Corpus, CorpusScore>;
}

export interface Sheet {
  /** Of the long corpora, one of this many requests was judged. */
  readonly every: number;
  readonly digests: ReadonlyMap<Corpus, string>;
  /** Managed rules at each sensitivity, then OWASP CRS where the machine has it. */
  readonly ruleSets: readonly RuleSetScores[];
  readonly sample: ReadonlyMap<string, Share>;
}

const INTRODUCTION = `# Score sheet

\`npm run waf:scores\` writes this page; do not edit it. Figures are the percentage of requests blocked: for attacks the detection
rate, for benign requests the false positive rate. All data come from third parties (hashes below). "Unseen" are requests that nobody
examined while writing rules: half of the payloads of \`attack\`, \`benign\`, \`recorded\` and \`payloads\`, except
blocked benign ones, which are examined in both halves. All of \`exploits\` and \`exploit-steps\` were examined. CPU is the mean time of one core per corpus, for the rules and the engine alone.
`;

const SAMPLE_TITLE = '## Sample at medium';

export function renderSheet({ every, digests, ruleSets, sample }: Sheet): string {
  return [
    INTRODUCTION,
    ...(every === 1
      ? []
      : [
          `Of \`attack\`, \`benign\` and \`recorded\`, 1 request in ${every} was asked (\`--every ${every}\`).\n`,
        ]),
    '## In all\n',
    table(
      ['', ...ruleSets.map(({ name }) => name)],
      [
        ['attacks stopped (attack, recorded)', ...ruleSets.map((one) => share(total(one, true, 'all')))],
        ['of these, unseen', ...ruleSets.map((one) => share(total(one, true, 'unseen')))],
        ['benign blocked (benign, recorded)', ...ruleSets.map((one) => share(total(one, false, 'all')))],
        ['of these, unseen', ...ruleSets.map((one) => share(total(one, false, 'unseen')))],
        ['balanced accuracy', ...ruleSets.map(balancedAccuracy)],
        ...CORPORA.map((corpus) => [`CPU, µs a request of \`${corpus}\``, ...ruleSets.map(cpuOf(corpus))]),
      ],
    ),
    ...CORPORA.map((corpus) => corpusSection(corpus, ruleSets)),
    `${SAMPLE_TITLE}\n`,
    'What `corpora.spec.ts` holds the rules to: the same requests at every run.\n',
    table(
      ['corpus, label, class, source', 'sent', 'blocked'],
      [...sample].map(([name, { sent, blocked }]) => [sampleName(name), String(sent), String(blocked)]),
    ),
    '## Data\n',
    table(
      ['corpus', 'SHA-256'],
      [...digests].map(([corpus, digest]) => [`\`${corpus}\``, digest]),
    ),
  ].join('\n');
}

/** The figures of the sample as the sheet has them. */
export function sampleOf(sheet: string): Map<string, Share> {
  const section = sheet.split(`${SAMPLE_TITLE}\n`)[1]?.split('\n## ')[0] ?? '';
  const rows = [...section.matchAll(/^\| (\S+ (?:attack|benign), .*) \| (\d+) \| (\d+) \|$/gm)];
  return new Map(
    rows.map(([, name, sent, blocked]) => [name!, { sent: Number(sent), blocked: Number(blocked) }]),
  );
}

/** As rows of the sample are named. */
export const sampleName = (name: string): string => name.replaceAll(' |', ',');

function corpusSection(corpus: Corpus, ruleSets: readonly RuleSetScores[]): string {
  const groups = [...ruleSets[0]!.corpora.get(corpus)!.groups].sort();
  const rows = groups.map(([name, { all, unseen }]) => [
    sampleName(name),
    String(all.sent),
    ...ruleSets.map((one) => share(groupIn(one, corpus, name).all)),
    unseen.sent === 0 ? '' : share(groupIn(ruleSets[1]!, corpus, name).unseen),
  ]);
  const sums = [true, false]
    .filter((attack) => groups.some(([, group]) => group.attack === attack))
    .map((attack) => [
      attack ? '**all attacks**' : '**all benign**',
      String(sum(ruleSets[0]!, [corpus], attack, 'all').sent),
      ...ruleSets.map((one) => share(sum(one, [corpus], attack, 'all'))),
      sum(ruleSets[1]!, [corpus], attack, 'unseen').sent === 0
        ? ''
        : share(sum(ruleSets[1]!, [corpus], attack, 'unseen')),
    ]);
  const heads = ['label, class, source', 'sent', ...ruleSets.map(({ name }) => name), 'unseen at medium'];
  return `## ${corpus}\n\n${table(heads, [...sums, ...rows])}`;
}

const groupIn = (ruleSet: RuleSetScores, corpus: Corpus, name: string): GroupScore =>
  ruleSet.corpora.get(corpus)!.groups.get(name)!;

type Part = 'all' | 'unseen';

const total = (ruleSet: RuleSetScores, attack: boolean, part: Part): Share =>
  sum(ruleSet, ['attack', 'benign', 'recorded'], attack, part);

function sum(ruleSet: RuleSetScores, corpora: readonly Corpus[], attack: boolean, part: Part): Share {
  const shares = corpora
    .flatMap((corpus) => [...ruleSet.corpora.get(corpus)!.groups.values()])
    .filter((group) => group.attack === attack)
    .map((group) => group[part]);
  return {
    sent: shares.reduce((all, one) => all + one.sent, 0),
    blocked: shares.reduce((all, one) => all + one.blocked, 0),
  };
}

function balancedAccuracy(ruleSet: RuleSetScores): string {
  const stopped = percent(total(ruleSet, true, 'all'));
  const passed = 100 - percent(total(ruleSet, false, 'all'));
  return ((stopped + passed) / 2).toFixed(2);
}

const cpuOf = (corpus: Corpus) => (ruleSet: RuleSetScores) =>
  ruleSet.corpora.get(corpus)!.microsecondsPerRequest.toFixed(0);

const share = (part: Share): string => percent(part).toFixed(2);

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return `${[line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n')}\n`;
}
