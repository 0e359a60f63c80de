/** One alternative in pieces, or the whole expression, which is one piece. */
interface Block {
  /** Of the pieces before. */
  done: string;
  /** Of the piece that is being read. */
  alternatives: string[];
  /** Where it begins, for what is wrong with it. */
  line: number;
}

const FLAGS = /^##!\+ ([a-z]+)$/;
const DEFINITION = /^##!> define ([a-z][a-z0-9-]*) (.+)$/;
const INCLUDE = /^##!> include ([a-z][a-z0-9-]*)$/;
const USE = /\{\{([a-z][a-z0-9-]*)\}\}/g;

/**
 * The regular expression of a file in the format of OWASP CRS's regular expression assembly: a line is an alternative, `##! ` begins a
 * comment, `##!+ i` sets flags, `##!> define NAME PATTERN` names a part that `{{NAME}}` stands for, and between `##!> assemble` and
 * `##!<` stands one alternative in pieces, `##!=>` between a piece and the next. `##!> include NAME` stands for the lines of another
 * file, which are alternatives or comments. Indentation and empty lines say nothing.
 * Nothing is rearranged: alternatives are tried in the order in which they stand.
 *
 * @param linesOf the alternatives of a file to include
 * @throws Error with the number of the line
 */
export function assembleRegex(
  text: string,
  linesOf: (included: string) => readonly string[] | undefined = () => undefined,
): string {
  const definitions = new Map<string, string>();
  const blocks = [beginBlock(1)];
  let flags = '';

  const expand = (piece: string, line: number): string =>
    piece.replace(USE, (_, name: string) => {
      const pattern = definitions.get(name);
      if (pattern === undefined) throw wrong(line, `{{${name}}} is not defined above`);
      return pattern;
    });

  for (const [at, written] of text.split('\n').entries()) {
    const line = at + 1;
    const piece = written.trim();
    const block = blocks.at(-1)!;
    if (piece === '' || piece === '##!' || piece.startsWith('##! ')) continue;
    if (piece === '##!> assemble') blocks.push(beginBlock(line));
    else if (piece === '##!=>' && blocks.length > 1) endPiece(block, line);
    else if (piece === '##!<' && blocks.length > 1) {
      endPiece(block, line);
      blocks.pop();
      blocks.at(-1)!.alternatives.push(block.done);
    } else if (FLAGS.test(piece)) flags += FLAGS.exec(piece)![1]!;
    else if (DEFINITION.test(piece)) {
      const [, name, pattern] = DEFINITION.exec(piece)!;
      definitions.set(name!, expand(pattern!, line));
    } else if (INCLUDE.test(piece)) {
      const lines = linesOf(INCLUDE.exec(piece)![1]!);
      if (lines === undefined) throw wrong(line, `${piece}: there is no such file`);
      for (const included of lines) block.alternatives.push(included);
    } else if (piece.startsWith('##!')) throw wrong(line, `${piece} means nothing here`);
    else block.alternatives.push(expand(piece, line));
  }

  const whole = blocks.pop()!;
  if (blocks.length > 0) throw wrong(whole.line, 'this block has no end (##!<)');
  if (whole.alternatives.length === 0) throw wrong(whole.line, 'there is no alternative');
  return (flags === '' ? '' : `(?${flags})`) + whole.alternatives.join('|');
}

/** The alternatives of a file that others include. */
export const includedLines = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('##!'));

const beginBlock = (line: number): Block => ({ done: '', alternatives: [], line });

function endPiece(block: Block, line: number): void {
  const { alternatives } = block;
  if (alternatives.length === 0) throw wrong(line, 'there is no alternative above');
  block.done += alternatives.length === 1 ? alternatives[0] : `(?:${alternatives.join('|')})`;
  block.alternatives = [];
}

const wrong = (line: number, what: string): Error => new Error(`line ${line}: ${what}`);
