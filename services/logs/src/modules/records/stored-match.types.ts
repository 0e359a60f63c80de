import { fromBinary } from '@bufbuild/protobuf';
import { requestLogV1 } from '@palisade/contracts';
import type { ClassifiedMatch } from './classification.rules.ts';
import { printableText } from './printable.rules.ts';

/** A rule match, as stored with its record. Texts are printable; offsets count characters of `transformed`. */
export interface StoredMatch {
  rule_id: number;
  phase: number;
  message: string;
  severity: string;
  score: number;
  tags: string[];
  data: string;
  targets: StoredTarget[];
}

export interface StoredTarget {
  name: string;
  value: string;
  value_offset: number;
  transformed: string;
  match_offset: number;
  match_length: number;
  transformations: string[];
  operator: string;
  /** The site's privacy settings keep no values: the texts are empty. Absent: the matched text is present. */
  masked?: true;
}

export interface ReadMatch extends ClassifiedMatch {
  stored: StoredMatch;
}

/** @throws Error if the bytes are no RuleMatch */
export function readMatch(bytes: Uint8Array): ReadMatch {
  const match = fromBinary(requestLogV1.RuleMatchSchema, bytes);
  const message = printable(match.message);
  const tags = match.tags.map(printable);
  return {
    ruleId: match.ruleId,
    message,
    tags,
    score: match.score,
    stored: {
      rule_id: match.ruleId,
      phase: match.phase,
      message,
      severity: printable(match.severity),
      score: match.score,
      tags,
      data: printableText(match.data),
      targets: match.targets.map(storedTarget),
    },
  };
}

function storedTarget(target: requestLogV1.MatchedTarget): StoredTarget {
  const { transformed, matchOffset, matchLength } = target;
  const end = Math.min(matchOffset + matchLength, transformed.length);
  const before = printableText(transformed.subarray(0, matchOffset));
  const matched = printableText(transformed.subarray(matchOffset, end));
  return {
    name: printable(target.name),
    value: printableText(target.value),
    value_offset: target.valueOffset,
    transformed: before + matched + printableText(transformed.subarray(end)),
    match_offset: before.length,
    match_length: matched.length,
    transformations: target.transformations.map(printable),
    operator: printable(target.operator),
    ...(target.masked && { masked: true as const }),
  };
}

/** JSON accepts every string, but jsonb refuses NUL, and screens should get no control characters. */
function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is being replaced
  return text.replace(/[\x00-\x1f\x7f-\x9f]/g, (character) => {
    return `\\x${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
  });
}
