/** Maximum length of a line that is parsed; longer ones pass unchanged. */
const MAX_LINE = 8_192;
const AGENT = /^[\t ]*user-agent[\t ]*:[\t ]*([^\t #]*)/i;
/** Lines that may stand between the names of a group and its rules. */
const NOT_A_RULE = /^[\t ]*(?:#|$)/;

/**
 * Disallows one folder for all crawlers in a robots.txt that passes line by line (RFC 9309). A crawler follows only the
 * group with its own name, and older ones the first that fits; so the rule is inserted into every group, after its
 * names, and a group for all crawlers is appended where there is none.
 */
export class RobotsLines {
  private readonly rule: string;
  private line = '';
  private isLong = false;
  /** Inside the names of a group, before its rules. */
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
