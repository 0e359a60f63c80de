import { PARSER_PROFILES, type ParserProfile } from './profiles.ts';
import { CASE_KINDS } from './request-case.ts';
import type { ParserCount, RunResult } from './run.ts';

export interface ReportFacts {
  readonly result: RunResult;
  readonly versions: Readonly<Record<string, string>>;
  readonly seeds: readonly number[];
  readonly date: string;
  /** Of the machine that the run was on, at its end: what its speed says depends on it. */
  readonly machine: { readonly cores: number; readonly load: number };
}

const sum = (counts: readonly ParserCount[], of: 'read' | 'values' | 'embedded' | 'unseen') =>
  counts.reduce((total, count) => total + count[of], 0);

const number = (value: number): string => value.toLocaleString('en-GB');

function figures({ parsers }: ParserProfile, counts: readonly ParserCount[]): string {
  const own = counts.filter(({ parser }) => parsers.some((name) => parser.startsWith(name)));
  return `${number(sum(own, 'read'))} readings, ${number(sum(own, 'values'))} texts, ${number(sum(own, 'unseen'))} readings with one that was not seen`;
}

/** The page of docs/security: what servers read, in which versions, and what a run has found. */
export function reportOf({ result, versions, seeds, date, machine }: ReportFacts): string {
  const { counts } = result;
  const rows = CASE_KINDS.map((kind) => {
    const own = counts.filter((count) => count.kind === kind);
    return `| ${kind} | ${own.length} | ${number(sum(own, 'read'))} | ${number(sum(own, 'values'))} | ${number(sum(own, 'embedded'))} | ${number(sum(own, 'unseen'))} |`;
  });
  const left = counts.filter(({ unseen }) => unseen > 0);
  return `# Where parsers differ

A firewall is passed by where its parser and the application's differ. So the engine does not choose one reading: rules are to judge what
*any* of the servers below would hand to an application, and a request on whose parts readers cannot agree is refused. This is held
by \`npm run waf:parsers\`: it makes up requests with everything that parsers take differently, shows each to real parsers and to the
engine, and says which text a parser has handed over that no rule was shown. Texts that are words or numbers of up to 20 characters are not
counted; nor are files' contents. Compared is what is left without controls and what is not ASCII, blanks in a row as one; what PHP reads also without \`_.[]\`, which it
puts for one another in names, and so what qs reads that is told to take dots for brackets, and what .NET's parsers read on Mono without \`?\`. A text counts as seen where undoing its escapes gives one that was seen, and within a longer one; the table
tells how many are seen so only.

This page is written by \`npm run waf:parsers -- --cases ${result.cases} --seed ${seeds.join(',')} --report\`.

## What servers read

${PARSER_PROFILES.map((profile) => `**${profile.server}** (${figures(profile, counts)}):\n${profile.reads.map((line) => `- ${line}`).join('\n')}`).join('\n\n')}

## The last run

${date}: ${number(result.cases)} requests of seeds ${seeds.join(', ')}; the engine refused ${number(result.refused)} of them as malformed, and parsers were not asked about those.
It took ${number(Math.round(result.seconds))} s on ${machine.cores} cores under a load of ${machine.load.toFixed(1)} (the mean of its last quarter of an hour).

| place | parsers | readings | texts | readings with a text seen in a longer one only | readings with an unseen text |
|---|---|---|---|---|---|
${rows.join('\n')}

${left.length === 0 ? 'Nothing was unseen.' : `Unseen in this run, by parser: ${left.map(({ parser, kind, unseen }) => `${parser} ${unseen} (${kind})`).join(', ')}.`}

Versions: ${Object.entries(versions)
    .map(([name, version]) => `${name} ${version}`)
    .join(', ')}.

## What is not held

- Readers of XML that forgive what is not well formed, for bodies whose type is not XML; the body is judged as one text then.
- Several oddities at once in one part or in one document within a document, such as a boundary in a head that a line of blanks ends;
  of more than four halves of surrogate pairs, some as bytes and some as escapes, each by itself (Ruby).
- Readers of mail (Python's \`email\`), which take a part's head for its content where a header's name has a blank behind it.
- Names of cookies that are nothing but word characters, of any length, in a header in which nothing is odd.
- qs with \`interpretNumericEntities\`, which is off by default.
- Lists of JSON as one text with commas, which JavaScript makes of them; of queries, forms, parts and cookies that is judged, where one
  of the values has a sign that attacks are made with.
- Forms in UTF-7 and EBCDIC, and values of cookies with pairs in them, as Mono's System.Web reads them; Mono stands here for .NET
  Framework, which reads both otherwise.
- Fields of equal names as one text where the parts are in different character sets.
`;
}
