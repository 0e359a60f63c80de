/**
 * Microsoft's published "best fit" of Unicode characters to US-ASCII (code page 20127): which ASCII character a Windows
 * server puts in the place of one that it cannot represent. Attackers write `%u02bc` for an apostrophe because of it.
 */
import { asciiOfFullWidth } from './full-width.ts';

/** Letters whose base letter is what remains when their marks are taken off; the table covers these ranges only. */
const ACCENTED_RANGES = [
  [0xc0, 0x17e],
  [0x1a0, 0x1b0],
  [0x1cd, 0x1f0],
] as const;
/** Characters in those ranges that the code page has no fit for although they have a base letter. */
const WITHOUT_FIT = '\u01e0\u01e1';

/** Pairs of a character and its ASCII stand-in. */
const STAND_INS =
  '\u00a0 \u00a1!\u00a2c\u00a4$\u00a5Y\u00a6|\u00a9C\u00aaa\u00ab<\u00ad-\u00aeR\u00b22\u00b33\u00b7.\u00b8,\u00b91\u00bao\u00bb>' +
  '\u00c6A\u00e6a\u00d0D\u00d8O\u00f8o\u0110D\u0111d\u0126H\u0127h\u0131i\u0141L\u0142l\u0152O\u0153o\u0166T\u0167t\u0180b\u0189D\u0191F' +
  '\u0192f\u0197I\u019al\u019fO\u01abt\u01aeT\u01b6z\u01e4G\u01e5g\u0261g' +
  "\u02b9'\u02ba\"\u02bc'\u02c4^\u02c6^\u02c8'\u02cb`\u02cd_\u02dc~\u0300`\u0302^\u0303~\u030e\"\u0331_\u0332_" +
  '\u2000 \u2001 \u2002 \u2003 \u2004 \u2005 \u2006 \u2010-\u2011-\u2013-\u2014-\u2018\'\u2019\'\u201a,\u201c"\u201d"\u201e"' +
  "\u2022.\u2026.\u2032'\u2035`\u2039<\u203a>\u2122T";

const NONE = -1;
const FIT = bestFitTable();

/** The byte for a character of the basic plane: its best fit, else its low byte. */
export function bestFitByte(codePoint: number): number {
  if (codePoint >> 8 === 0xff) return asciiOfFullWidth(codePoint & 0xff);
  const fit = codePoint < FIT.length ? FIT[codePoint]! : NONE;
  return fit === NONE ? codePoint & 0xff : fit;
}

function bestFitTable(): Int16Array {
  const table = new Int16Array(0x2123).fill(NONE);
  for (const [from, to] of ACCENTED_RANGES) {
    for (let codePoint = from; codePoint <= to; codePoint++) {
      const base = String.fromCharCode(codePoint).normalize('NFD').charCodeAt(0);
      if (base < 0x80 && base !== codePoint) table[codePoint] = base;
    }
  }
  for (const character of WITHOUT_FIT) table[character.charCodeAt(0)] = NONE;
  for (let index = 0; index < STAND_INS.length; index += 2) {
    table[STAND_INS.charCodeAt(index)] = STAND_INS.charCodeAt(index + 1);
  }
  return table;
}
