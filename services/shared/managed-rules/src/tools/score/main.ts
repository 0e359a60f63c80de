// `npm run waf:score -- [FILE.jsonl[.gz] …] [--sensitivity low|medium|high] [--every N] [--half seen|unseen] [--class NAME] [--show]`
//
// Runs corpora of requests through the managed rules in this process and says, per class, how many were stopped and which
// rules fired most. `--show` prints what went wrong: attacks that passed, and benign requests that did not, with the rules.
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { corpusFile, readCorpus } from './corpus.ts';
import { judge, managedSite } from './judge.ts';
import { percent, ScoreTally, type Share } from './tally.ts';

const SHOWN_CHARACTERS = 300;
const SENSITIVITIES = ['low', 'medium', 'high'] as const;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sensitivity: { type: 'string', default: 'medium' },
    every: { type: 'string', default: '1' },
    half: { type: 'string' },
    class: { type: 'string' },
    show: { type: 'boolean', default: false },
  },
});
const sensitivity = SENSITIVITIES.find((one) => one === values.sensitivity);
if (sensitivity === undefined) fail(`--sensitivity is one of ${SENSITIVITIES.join(', ')}`);
const every = Number(values.every);
if (!Number.isInteger(every) || every < 1) fail('--every is a whole number from 1');
const files = positionals.length > 0 ? positionals : ['attack', 'benign', 'recorded'].map(corpusFile);
for (const file of files) if (!existsSync(file)) fail(`no such file: ${file}`);

const site = managedSite(sensitivity);
const tally = new ScoreTally();
for (const file of files) {
  for (const request of readCorpus(file, every)) {
    if (values.half !== undefined && request.half !== values.half) continue;
    if (values.class !== undefined && request.kind !== values.class) continue;
    const judgement = judge(site, request);
    tally.add(request, judgement);
    if (values.show && judgement.blocked !== (request.label === 'attack'))
      console.log(
        [
          `${request.label} ${request.kind}`,
          ...(judgement.blocked ? judgement.findings : []).map((finding) => JSON.stringify(finding)),
          JSON.stringify(request.text.slice(0, SHOWN_CHARACTERS)),
        ].join('\t'),
      );
  }
}

const share = (part: Share): string => `${percent(part).toFixed(2)} % of ${part.sent}`;
console.table(
  Object.fromEntries(
    [...tally.classes].sort().map(([name, one]) => [
      name,
      {
        stopped: share(one.all),
        'seen half': share(one.seen),
        'unseen half': share(one.unseen),
        'rules that fired most': one.fired
          .slice(0, 8)
          .map(([id, times]) => `${id}:${times}`)
          .join(' '),
      },
    ]),
  ),
);

function fail(message: string): never {
  console.error(message);
  process.exit(2);
}
