/** Longer ones are nobody's rules; they pass as they are. */
const MAX_LINE = 8_192;
const AGENT = /^[\t ]*user-agent[\t ]*:[\t ]*([^\t #]*)/i;
/** What may stand between the names of a group and its rules. */
const NOT_A_RULE = /^[\t ]*(?:#|$)/;

/**
 * Shuts one folder for all who read a robots.txt that passes line by line (RFC 9309). A crawler listens to the group of its own
 * name and to no other, and older ones to the first that fits: so the rule is put into every group that is there, behind its names,
 * and a group for everybody comes at the end where there is none.
 */
export class RobotsLines {
  private readonly rule: string;
  private line = '';
  private isLong = false;
  /** The names of a group have begun, and none of its rules. */
  private isNaming = false;
  private meetsEverybody = false;
  private endsLine = true;

  constructor(folder: string) {
    this.rule = `Disallow: ${folder}`;
  }

  write(piece: string): string {
    let written = '';
    for (const part of piece.split(/(?<=\n|\r(?!\n|$))/)) written += this.part(part);
    return written;
  }

  end(): string {
    const last = this.line === '' ? '' : this.whole(this.line);
    const begun = last === '' ? this.endsLine : /[\r\n]$/.test(last);
    let written = last + (begun ? '' : '\n');
    if (this.isNaming) written += `${this.rule}\n`;
    if (!this.meetsEverybody) written += `\nUser-agent: *\n${this.rule}\n`;
    return written;
  }

  private part(part: string): string {
    const isWhole = part.endsWith('\n') || part.endsWith('\r');
    if (this.isLong) {
      this.isLong = !isWhole;
      this.endsLine = isWhole;
      return part;
    }
    const line = this.line + part;
    this.line = '';
    if (isWhole) return this.whole(line);
    if (line.length <= MAX_LINE) {
      this.line = line;
      return '';
    }
    this.isLong = true;
    return this.whole(line);
  }

  private whole(line: string): string {
    this.endsLine = /[\r\n]$/.test(line);
    const text = line.replace(/\r?\n$|\r$/, '').replace(/^\xef\xbb\xbf/, '');
    const agent = AGENT.exec(text)?.[1];
    if (agent !== undefined) {
      this.isNaming = true;
      if (agent === '*') this.meetsEverybody = true;
      return line;
    }
    if (!this.isNaming || NOT_A_RULE.test(text)) return line;
    this.isNaming = false;
    return `${this.rule}\n${line}`;
  }
}
