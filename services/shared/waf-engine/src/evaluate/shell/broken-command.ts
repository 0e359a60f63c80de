/**
 * A shell's reading of a value's words, as far as a command may begin: at its beginning, and behind a separator. Shells drop
 * quotes, backslashes, line ends behind one, and variables without a value from within a word; nobody writes the name of a
 * command so but to hide it.
 */
import type { ByteString } from '../../model/api.ts';

/** Maximum bytes of a value; injected commands are near its beginning. */
export const MAX_EXAMINED_BYTES = 512;
const MAX_WORD = 64;
const MAX_QUOTED = 24;

const COMMANDS = new Set(
  `awk base64 bash busybox cat certutil chmod chown cmd cp crontab csh curl cut dash dig dir du echo env expr fetch find ftp gawk grep head
  hostname id ifconfig ipconfig kill ksh less ls lynx mkdir more mount mv nc ncat net netcat netsh netstat nl node nohup nslookup od openssl perl php ping
  ping6 powershell printenv printf ps pwd pwsh python python2 python3 rev rm ruby scp sed sh sleep socat ssh strings su sudo sysinfo
  systeminfo tac tail tar tasklist tee telnet tftp timeout touch tr type uname uptime wget which who whoami xxd zsh`.split(
    /\s+/,
  ),
);
/** What starts the command behind it. */
const STARTERS = new Set(['command', 'env', 'exec', 'nice', 'nohup', 'busybox', 'sudo', 'builtin']);
const FOLDER_OF_COMMANDS = /^\/(?:usr\/)?(?:local\/)?s?bin\/$/;
const ASSIGNMENT = /^[A-Za-z_]\w*=/;
/** Empty unless it is set. */
const EMPTY_VARIABLE = /\$(?:[@*!0-9]|\(\)|\{(?!IFS)[\w@*!]{0,8}\})/y;
const FIELD_SEPARATOR = /\$(?:IFS(?:\$[0-9])?|\{IFS[^}]{0,8}\})/y;
const WORD_END = /[\s;|&)<>]/;
const SEPARATORS = ';|&\r\n(`';
/** What may follow a command's name: nothing, the next command, an option, a path, a number, an address. */
const ARGUMENT = /\s*(?:$|[;|&)`<>#\r\n]|[-/~$0-9.'"\\*%]|(?:https?|ftp):|[a-z]:\\|hk)/iy;

export function holdsBrokenCommand(value: ByteString): boolean {
  const text = value.length > MAX_EXAMINED_BYTES ? value.slice(0, MAX_EXAMINED_BYTES) : value;
  /** Start of the last examined word: blanks in between lead to the same one. */
  let begun = -1;
  for (let at = 0; at < text.length; at++) {
    if (at > 0 && !SEPARATORS.includes(text[at - 1]!)) continue;
    if (at <= begun) continue;
    const word = new ShellWord(text, at);
    if (isBrokenCommand(text, word)) return true;
    if (!word.isContinued) begun = word.start;
  }
  return false;
}

/** Behind assignments and commands that start others. */
function isBrokenCommand(text: ByteString, first: ShellWord): boolean {
  let word = first;
  for (let words = 0; words < 4; words++) {
    if (word.isBroken && word.isCommand) return word.isCutWithin || isArgumentAt(text, word.end);
    const isBefore = STARTERS.has(word.text) || ASSIGNMENT.test(word.text);
    if (!isBefore || word.end === word.from) return false;
    word = new ShellWord(text, word.end);
  }
  return false;
}

function isArgumentAt(text: ByteString, at: number): boolean {
  ARGUMENT.lastIndex = at;
  return ARGUMENT.test(text);
}

class ShellWord {
  text = '';
  end: number;
  /** Something was dropped from it, or from before it. */
  isBroken = false;
  /** From between its letters. */
  isCutWithin = false;
  /** Where it was looked for, and where its letters begin. */
  readonly from: number;
  readonly start: number;
  /** A line end behind a backslash stands before its letters: a word that begins behind that is another one. */
  readonly isContinued: boolean;
  private readonly source: ByteString;

  constructor(source: ByteString, from: number) {
    this.source = source;
    this.from = from;
    this.start = this.pastBlanks(from);
    this.isContinued = this.isBroken;
    this.end = this.start;
    while (this.end < source.length && this.text.length < MAX_WORD && this.takeNext());
    const straight = this.text.replaceAll(/\/(?:\.{0,2}\/)+/g, '/');
    if (straight !== this.text) this.isBroken = true;
    this.text = straight;
  }

  get isCommand(): boolean {
    const nameStart = this.text.lastIndexOf('/') + 1;
    const name = this.text
      .slice(nameStart)
      .toLowerCase()
      .replace(/\.exe$/, '');
    return COMMANDS.has(name) && (nameStart === 0 || FOLDER_OF_COMMANDS.test(this.text.slice(0, nameStart)));
  }

  private pastBlanks(start: number): number {
    let at = start;
    while (at < this.source.length) {
      if (/[\s({]/.test(this.source[at]!)) at++;
      else if (/\\\r?\n/y.test(this.source.slice(at, at + 3))) {
        this.isBroken = true;
        at += this.source[at + 1] === '\r' ? 3 : 2;
      } else break;
    }
    return at;
  }

  /** False at the word's end. */
  private takeNext(): boolean {
    const sign = this.source[this.end]!;
    if (WORD_END.test(sign)) return false;
    switch (sign) {
      case '\\':
        return this.takeEscaped();
      case '^':
        return this.drop(1);
      case '`':
        // Before a word it is a fence of markdown.
        return this.text !== '' && this.source[this.end + 1] === '`' && this.drop(2);
      case '$':
        return this.takeVariable();
      case "'":
      case '"':
        return this.takeQuoted(sign);
      default:
        this.text += sign;
        this.end++;
        return true;
    }
  }

  private drop(length: number): boolean {
    this.isBroken = true;
    if (this.text !== '') this.isCutWithin = true;
    this.end += length;
    return true;
  }

  private takeEscaped(): boolean {
    const next = this.source.slice(this.end + 1, this.end + 3);
    if (next.startsWith('\n')) return this.drop(2);
    if (next === '\r\n') return this.drop(3);
    return /^[\w/.-]/.test(next) && this.drop(1);
  }

  private takeVariable(): boolean {
    FIELD_SEPARATOR.lastIndex = this.end;
    if (FIELD_SEPARATOR.test(this.source)) return false;
    EMPTY_VARIABLE.lastIndex = this.end;
    const variable = EMPTY_VARIABLE.exec(this.source);
    return variable !== null && this.drop(variable[0].length);
  }

  /** A quote that stands around all of the word hides nothing. */
  private takeQuoted(quote: string): boolean {
    const close = this.source.indexOf(quote, this.end + 1);
    if (close < 0 || close - this.end > MAX_QUOTED) return false;
    const inner = this.source.slice(this.end + 1, close);
    if (!/^[\w/.-]*$/.test(inner)) return false;
    const isAtEnd = /^(?:$|[\s;|&)<>])/.test(this.source.slice(close + 1, close + 2));
    // Texts in JSON within a quoted text have two quotes on either side.
    const isWhole = inner === '' ? this.text === '' || isAtEnd : this.text === '' && isAtEnd;
    this.text += inner;
    this.end = close + 1;
    if (!isWhole) {
      this.isBroken = true;
      this.isCutWithin = true;
    }
    return true;
  }
}
