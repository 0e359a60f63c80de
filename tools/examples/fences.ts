import { readFileSync } from 'node:fs';
import path from 'node:path';

/** A block of code in a document. */
export interface Example {
  readonly document: string;
  readonly line: number;
  /** As the fence says, '' where it says nothing. */
  readonly language: string;
  readonly text: string;
}

/** Every fenced block, those within lists included. @throws Error for one without end */
export function examplesOf(root: string, document: string): Example[] {
  const found: Example[] = [];
  let open: { line: number; language: string; indent: number; lines: string[] } | null = null;
  const lines = readFileSync(path.join(root, document), 'utf8').split('\n');
  for (const [index, line] of lines.entries()) {
    const fence = /^( *)```(\S*)\s*$/.exec(line);
    if (fence === null) open?.lines.push(line.slice(open.indent));
    else if (open === null)
      open = { line: index + 1, language: fence[2]!, indent: fence[1]!.length, lines: [] };
    else {
      found.push({ document, line: open.line, language: open.language, text: `${open.lines.join('\n')}\n` });
      open = null;
    }
  }
  if (open !== null) throw new Error(`${document}:${open.line}: a block of code without end`);
  return found;
}
