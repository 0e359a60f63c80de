import type { ByteString } from '../api.ts';

/** `%41` → `A`; broken escapes stay as they are and are counted; `+` becomes a blank if asked for. */
export function percentDecode(text: ByteString, plusIsBlank: boolean, onBroken?: () => void): ByteString {
  if (!text.includes('%') && !(plusIsBlank && text.includes('+'))) return text;
  let out = '';
  let flushed = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === 0x2b && plusIsBlank) {
      out += `${text.slice(flushed, index)} `;
      flushed = index + 1;
    }
    if (code !== 0x25) continue;
    const high = hexDigit(text.charCodeAt(index + 1));
    const low = hexDigit(text.charCodeAt(index + 2));
    if (high < 0 || low < 0) {
      onBroken?.();
      continue;
    }
    out += text.slice(flushed, index) + String.fromCharCode(high * 16 + low);
    index += 2;
    flushed = index + 1;
  }
  return out + text.slice(flushed);
}

function hexDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}
