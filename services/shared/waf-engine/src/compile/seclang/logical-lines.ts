import { encodeUtf8 } from '@palisade/regex';
import type { RuleSource } from '../../model/api.ts';
import { LogicalLine, type Segment } from '../../model/logical-line.ts';

/**
 * Splits a file the way Apache's configuration reader does: a backslash at the end of a line (trailing blanks
 * forgiven) joins it with the next one, also in comments; blank lines and `#` lines vanish.
 */
export function splitLogicalLines(source: RuleSource): LogicalLine[] {
  const lines: LogicalLine[] = [];
  let segments: Segment[] = [];
  let length = 0;
  const physical = encodeUtf8(source.text.startsWith('\ufeff') ? source.text.slice(1) : source.text).split(
    '\n',
  );

  for (const [index, raw] of physical.entries()) {
    const line = raw.trimEnd();
    const start = segments.length === 0 ? line.length - line.trimStart().length : 0;
    const continued = line.endsWith('\\');
    const text = line.slice(start, continued ? -1 : undefined);
    segments.push({ offset: length, line: index + 1, column: start + 1, text });
    length += text.length;
    if (continued && index < physical.length - 1) continue;
    if (length > 0 && !segments[0]!.text.startsWith('#')) lines.push(new LogicalLine(source.name, segments));
    segments = [];
    length = 0;
  }
  return lines;
}
