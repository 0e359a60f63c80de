let second = -1;
let text = '';

/** An HTTP date (RFC 9110, 5.6.7), made once a second. */
export function dateText(nowMs: number): string {
  const now = Math.floor(nowMs / 1_000);
  if (now !== second) {
    second = now;
    text = new Date(now * 1_000).toUTCString();
  }
  return text;
}
