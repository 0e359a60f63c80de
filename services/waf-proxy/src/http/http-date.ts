let formattedSecond = -1;
let formatted = '';

/** An HTTP date (RFC 9110, 5.6.7), made once a second. */
export function formatHttpDate(nowMs: number): string {
  const second = Math.floor(nowMs / 1_000);
  if (second !== formattedSecond) {
    formattedSecond = second;
    formatted = new Date(second * 1_000).toUTCString();
  }
  return formatted;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const IMF_FIXDATE = /^[A-Z][a-z]{2}, (\d\d) ([A-Z][a-z]{2}) (\d{4}) (\d\d):(\d\d):(\d\d) GMT$/i;
const RFC850 = /^[A-Z][a-z]{5,8}, (\d\d)-([A-Z][a-z]{2})-(\d\d) (\d\d):(\d\d):(\d\d) GMT$/i;
const ASCTIME = /^[A-Z][a-z]{2} ([A-Z][a-z]{2}) ([ \d]\d) (\d\d):(\d\d):(\d\d) (\d{4})$/i;

/** Milliseconds since the epoch of one of HTTP's three date forms (RFC 9110, 5.6.7); null for anything else. */
export function parseHttpDate(text: string): number | null {
  let parts = IMF_FIXDATE.exec(text);
  if (parts !== null) return moment(Number(parts[3]), parts[2]!, parts[1]!, parts[4]!, parts[5]!, parts[6]!);
  parts = RFC850.exec(text);
  if (parts !== null) {
    return moment(fullYear(Number(parts[3])), parts[2]!, parts[1]!, parts[4]!, parts[5]!, parts[6]!);
  }
  parts = ASCTIME.exec(text);
  if (parts !== null) return moment(Number(parts[6]), parts[1]!, parts[2]!, parts[3]!, parts[4]!, parts[5]!);
  return null;
}

/** A two-digit year that seems more than 50 years ahead lies in the past. */
function fullYear(twoDigits: number): number {
  const now = new Date().getUTCFullYear();
  const year = now - (now % 100) + twoDigits;
  return year > now + 50 ? year - 100 : year;
}

function moment(
  year: number,
  monthName: string,
  day: string,
  hours: string,
  minutes: string,
  seconds: string,
): number | null {
  const month = MONTHS.findIndex((name) => name.toLowerCase() === monthName.toLowerCase());
  if (month < 0 || Number(day) > 31 || Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 60) {
    return null;
  }
  return Date.UTC(year, month, Number(day), Number(hours), Number(minutes), Number(seconds));
}
