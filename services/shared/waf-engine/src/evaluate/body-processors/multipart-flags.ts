/** What ModSecurity's strict multipart parser finds suspicious; each becomes a MULTIPART_… variable. */
export interface MultipartFlags {
  error: boolean;
  boundaryQuoted: boolean;
  boundaryWhitespace: boolean;
  crlfLine: boolean;
  dataAfter: boolean;
  dataBefore: boolean;
  fileLimitExceeded: boolean;
  headerFolding: boolean;
  invalidHeaderFolding: boolean;
  invalidPart: boolean;
  invalidQuoting: boolean;
  lfLine: boolean;
  missingSemicolon: boolean;
  /** 0 none, 1 something resembled a boundary, 2 real boundaries followed. */
  unmatchedBoundary: 0 | 1 | 2;
}

export const noMultipartFlags = (): MultipartFlags => ({
  error: false,
  boundaryQuoted: false,
  boundaryWhitespace: false,
  crlfLine: false,
  dataAfter: false,
  dataBefore: false,
  fileLimitExceeded: false,
  headerFolding: false,
  invalidHeaderFolding: false,
  invalidPart: false,
  invalidQuoting: false,
  lfLine: false,
  missingSemicolon: false,
  unmatchedBoundary: 0,
});

/** MULTIPART_STRICT_ERROR: any of the findings except a possibly unmatched boundary, which has a rule of its own. */
export function isStrictError(flags: Readonly<MultipartFlags>): boolean {
  return (
    flags.error ||
    flags.boundaryQuoted ||
    flags.boundaryWhitespace ||
    flags.dataAfter ||
    flags.dataBefore ||
    flags.fileLimitExceeded ||
    flags.headerFolding ||
    flags.invalidHeaderFolding ||
    flags.invalidPart ||
    flags.invalidQuoting ||
    flags.lfLine ||
    flags.missingSemicolon
  );
}
