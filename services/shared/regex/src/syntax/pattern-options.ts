/** How a pattern is compiled. The defaults are those of libmodsecurity 3's `@rx`: PCRE2_DOTALL | PCRE2_MULTILINE. */
export interface PatternOptions {
  /** ASCII only, like PCRE2_CASELESS with the C locale's tables. Default false. */
  caseInsensitive?: boolean;
  /** `.` also matches a newline. Default true. */
  dotAll?: boolean;
  /** `^` and `$` also match at inner newlines. Default true. */
  multiline?: boolean;
}
