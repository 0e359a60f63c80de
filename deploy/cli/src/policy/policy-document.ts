// A policy as a YAML file: written for people, read back with the line of each error.
import { readFileSync, statSync } from 'node:fs';
import { CommandError } from '@palisade/command-line';
import {
  POLICY_SCHEMA_PATH,
  type PolicyFile,
  policyFileSchema,
  type SitePolicyChanges,
} from '@palisade/site-policy';
import { Document, isMap, isNode, isPair, LineCounter, parseDocument } from 'yaml';

export const DEFAULT_FILE = 'palisade.yaml';
/** The longest policy that the API takes has some 2 MB. */
const MAX_BYTES = 8 * 1024 * 1024;
const MAX_FAULTS = 20;

/** A text that `readPolicy` reads, with the schema for editors in its first line. */
export function writePolicy(
  site: { domain: string; origin: string },
  config: SitePolicyChanges,
  version: number | null,
): string {
  const { originConfig, policyConfig } = config;
  const parts = { ...(originConfig && { originConfig }), ...(policyConfig && { policyConfig }) };
  const document = new Document({ domain: site.domain, ...(version === null ? {} : { version }), ...parts });
  if (site.origin !== '')
    document.commentBefore = ` yaml-language-server: $schema=${site.origin}${POLICY_SCHEMA_PATH}`;
  return document.toString({ lineWidth: 0 });
}

export interface ReadPolicy {
  file: string;
  text: string;
  policy: PolicyFile;
}

/** @throws CommandError that names each fault's line */
export function readPolicyFile(file: string): ReadPolicy {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats === undefined || !stats.isFile())
    throw new CommandError('file_missing', `There is no file ${file}.`, 'palisade pull DOMAIN writes one.');
  if (stats.size > MAX_BYTES)
    throw new CommandError('file_too_long', `${file} has more than ${MAX_BYTES} bytes.`);
  const text = readFileSync(file, 'utf8');
  return { file, text, policy: readPolicy(file, text) };
}

export function readPolicy(file: string, text: string): PolicyFile {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true });
  if (document.errors.length > 0) {
    const errorTexts = document.errors.slice(0, MAX_FAULTS).map((error) => {
      const { line } = lines.linePos(error.pos[0]);
      return `${file}:${line}: ${error.message.split('\n')[0]}`;
    });
    throw new CommandError('file_unreadable', errorTexts.join('\n'));
  }
  // Aliases of aliases can say a great deal in few bytes.
  const parsed = policyFileSchema.safeParse(document.toJS({ maxAliasCount: 100 }));
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.slice(0, MAX_FAULTS).flatMap((issue) => {
    const unknown = issue.code === 'unrecognized_keys' ? issue.keys : null;
    const line = (place: PropertyKey[]) => lines.linePos(offsetOf(document, place)).line;
    if (unknown === null) return [`${file}:${line(issue.path)}: ${issue.path.join('.')}: ${issue.message}`];
    return unknown.map((key) => {
      const place = [...issue.path, key];
      return `${file}:${line(place)}: ${place.join('.')}: there is no such setting`;
    });
  });
  throw new CommandError(
    'policy_invalid',
    faults.join('\n'),
    'The JSON schema in the first line has your editor say so.',
  );
}

/** Where a value stands, or the nearest thing around it that does; a setting that should not be there, by its name. */
function offsetOf(document: Document.Parsed, place: readonly PropertyKey[]): number {
  for (let length = place.length; length > 0; length--) {
    const parent = length === 1 ? document.contents : document.getIn(place.slice(0, length - 1), true);
    if (isMap(parent)) {
      const pair = parent.items.find(({ key }) => String(key) === String(place[length - 1]));
      if (isPair(pair) && isNode(pair.key)) return pair.key.range?.[0] ?? 0;
    }
    const node = document.getIn(place.slice(0, length), true);
    if (isNode(node) && node.range) return node.range[0];
  }
  return 0;
}

/** The same text with another version in it; comments and order stay. */
export function withVersion(text: string, version: number): string {
  const document = parseDocument(text);
  document.set('version', version);
  return document.toString({ lineWidth: 0 });
}
