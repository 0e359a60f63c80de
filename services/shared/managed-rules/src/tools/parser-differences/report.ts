import { isOf, PARSER_PROFILES, type ParserProfile } from './profiles.ts';
import { CASE_KINDS } from './request-case.ts';
import type { ParserCount, RunResult } from './run.ts';

export interface ReportFacts {
  readonly result: RunResult;
  /** Of each language's packages, and its own. */
  readonly versions: ReadonlyMap<string, Readonly<Record<string, string>>>;
  readonly seeds: readonly number[];
  readonly date: string;
  /** Of the machine that the run was on, at its end: what its speed says depends on it. */
  readonly machine: { readonly cores: number; readonly load: number };
}

const sum = (counts: readonly ParserCount[], of: 'read' | 'values' | 'embedded' | 'unseen') =>
  counts.reduce((total, count) => total + count[of], 0);

const number = (value: number): string => value.toLocaleString('en-GB');

const versionsOf = (versions: Readonly<Record<string, string>>): string =>
  Object.entries(versions)
    .map(([name, version]) => `${name} ${version}`)
    .join(', ');

/** What a server reads, and which parsers have been asked for it. */
function sectionOf(profile: ParserProfile, counts: readonly ParserCount[]): string {
  const own = counts.filter(({ parser }) => isOf(profile, parser));
  const asked = [...new Set(own.map(({ parser }) => `\`${parser.replace(/^.*?: /, '')}\``))];
  const figures = `${number(sum(own, 'read'))} readings, ${number(sum(own, 'values'))} texts, ${number(sum(own, 'unseen'))} readings with one that was not seen`;
  const lines = profile.reads.map((line) => `- ${line}`);
  if (profile.engine !== undefined) lines.push(`- the engine: ${profile.engine}`);
  return `**${profile.server}**: ${asked.join(', ')} (${figures})\n\n${lines.join('\n')}`;
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

Attackers bypass a firewall where its parser and the application's differ. So the engine does not choose one interpretation: rules inspect what
*any* of the servers below would pass to an application, and what cannot be read in a bounded number of ways is refused as malformed. \`npm run waf:parsers\`
verifies this: it generates requests with everything that parsers handle differently, passes each to real parsers and to the
engine, and reports every text that a parser returned but no rule saw. Words and numbers of up to 20 characters are not
counted; nor are file contents. Texts are compared without control and non-ASCII characters, with runs of spaces as one; those of PHP also without \`_.[]\`, which it
interchanges in names, likewise those of qs if it reads dots as brackets, and those of .NET's parsers on Mono without \`?\`. Values that were joined with
commas and have no sign that attacks are made of are compared one by one. A text counts as seen if its decoded form was seen, or if it is part of a longer one; the table
shows how many were seen only that way.

\`npm run waf:parsers -- --cases ${result.cases} --seed ${seeds.join(',')} --report\` writes this page.

## What servers read

${PARSER_PROFILES.map((profile) => sectionOf(profile, counts)).join('\n\n')}

## The last run

${date}: ${number(result.cases)} requests of seeds ${seeds.join(', ')}; the engine refused ${number(result.refused)} of them as malformed, which were not given to the parsers.
The run took ${number(Math.round(result.seconds))} s on ${machine.cores} cores under a load of ${machine.load.toFixed(1)} (the mean of its last quarter of an hour).

| place | parsers | readings | texts | readings with a text seen in a longer one only | readings with an unseen text |
|---|---|---|---|---|---|
${rows.join('\n')}

${left.length === 0 ? 'Nothing was unseen.' : `Unseen in this run, by parser: ${left.map(({ parser, kind, unseen }) => `${parser} ${unseen} (${kind})`).join(', ')}.`}

## Versions

A test compares these with what the tool installs.

${Array.from(versions, ([host, own]) => `- ${host}: ${versionsOf(own)}`).join('\n')}

## What is not held

- XML parsers that accept malformed XML, for bodies whose type is not XML; such a body is inspected as one text.
- Several oddities at once in one part or in one nested document, such as a boundary in a head that ends with a line of spaces;
  of more than four unpaired surrogates, some as bytes and some as escapes, each by itself (Ruby).
- Found when they were first asked, and still open: names of serde_qs whose bracket stays open go on over each \`&\`; escapes with other digits than
  hexadecimal (fastjson2, goccy/go-yaml, WebFlux); a text in quotes behind a byte order mark, with its quotes (hjson); parts in a
  file's part (h3).
- picoquery with brackets for nesting, where a name goes on over an equals sign to the first bracket; its default is the dot.
- Sanic, whose packages cannot be installed beside aiohttp's.
- Mail parsers (Python's \`email\`) that treat a part's head as content if a header name is followed by a space.
- Cookie names of word characters only, of any length, in a header without oddities.
- qs with \`interpretNumericEntities\`, which is off by default.
- JSON arrays joined with commas, as JavaScript does; for queries, forms, parts and cookies the joined text is inspected if one
  of the values has a character that attacks use.
- Forms in UTF-7 and EBCDIC, and cookie values with pairs, as Mono's System.Web reads them; Mono stands in for .NET
  Framework, which reads both differently.
- Fields with equal names joined as one text if the parts are in different character sets.
`;
}
