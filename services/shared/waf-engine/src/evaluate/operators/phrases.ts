/** Lists of phrases as `@pm` and its files write them. */
import type { ByteString } from '../../model/api.ts';

/** Splits `@pm`'s argument. One that breaks the rules of its escapes is taken as it stands, as in libmodsecurity. */
export function phrasesFromArgument(argument: ByteString): ByteString[] {
  const trimmed = argument.replace(/^[ \t]+/, '');
  const isQuoted = trimmed.length > 1 && trimmed.startsWith('"') && trimmed.endsWith('"');
  const text = isQuoted ? trimmed.slice(1, -1) : trimmed;
  return splitAtWhiteSpace(unescaped(text) ?? text);
}

/** One phrase for each line of a `@pmFromFile` file. */
export function phrasesFromFile(text: ByteString): ByteString[] {
  return text
    .split('\n')
    .map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line))
    .filter((line) => line !== '' && !/^[ \t\v\f\r]*#/.test(line));
}

function unescaped(text: ByteString): ByteString | null {
  if (/\\[^:;\\"]|\\$/.test(text.replace(/\\\\/g, ''))) return null;
  return text
    .split('|')
    .map((part, index, parts) => {
      const isBytes = index % 2 === 1 && index < parts.length - 1 && /^(?:\s*[0-9a-fA-F]{2})+\s*$/.test(part);
      if (isBytes) return bytesOf(part);
      const literal = part.replace(/\\([:;\\"])/g, '$1');
      return index % 2 === 1 ? `|${literal}${index < parts.length - 1 ? '|' : ''}` : literal;
    })
    .join('');
}

function bytesOf(digits: string): ByteString {
  return digits.replace(/\s/g, '').replace(/../g, (pair) => String.fromCharCode(Number.parseInt(pair, 16)));
}

function splitAtWhiteSpace(text: ByteString): ByteString[] {
  return text.split(/[ \t\n\v\f\r]+/).filter((phrase) => phrase !== '');
}
