import type { ByteString } from '../../model/api.ts';
import type { MacroReference, MacroTemplate, OperatorArgument } from '../../model/operator.ts';

const MACRO = /%\{([A-Za-z_]+)(?:[.:]([^}]*))?\}/g;

/** Text without macros stays a plain string, so that callers can recognise constants. */
export function parseMacros(text: ByteString): OperatorArgument {
  const parts: (ByteString | MacroReference)[] = [];
  let end = 0;
  for (const match of text.matchAll(MACRO)) {
    if (match.index > end) parts.push(text.slice(end, match.index));
    parts.push({
      variable: match[1]!.toUpperCase(),
      key: match[2] === undefined ? null : match[2].toLowerCase(),
    });
    end = match.index + match[0].length;
  }
  if (parts.length === 0) return text;
  if (end < text.length) parts.push(text.slice(end));
  return { source: text, parts } satisfies MacroTemplate;
}
