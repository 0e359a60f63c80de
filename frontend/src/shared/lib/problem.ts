/** A failed answer as the services send it (RFC 9457): `detail` is the text that screens show. */
export interface Problem {
  status: number | string;
  code?: string;
  detail?: string;
  errors?: { path: string; message: string }[];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Reads what RTK Query hands back as an error, whatever shape the failure had. */
export function toProblem(error: unknown): Problem {
  if (!isRecord(error)) return { status: 'unknown' };
  const status =
    typeof error.status === 'number' || typeof error.status === 'string' ? error.status : 'unknown';
  const data = isRecord(error.data) ? error.data : {};
  return {
    status,
    code: typeof data.code === 'string' ? data.code : undefined,
    detail: typeof data.detail === 'string' && data.detail !== '' ? data.detail : undefined,
    errors: Array.isArray(data.errors) ? (data.errors as Problem['errors']) : undefined,
  };
}

/** The server's detail in preference to the screen's default. */
export function messageOf(error: unknown, fallback: string): string {
  return toProblem(error).detail ?? fallback;
}
