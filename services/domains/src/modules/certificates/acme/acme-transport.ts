import { Agent } from 'node:https';
import { rootCertificates } from 'node:tls';
import * as acme from 'acme-client';
import { acmeFault, IssuanceError, isAcmeError, isBadNonce } from './acme.errors.ts';
import { traceQuestions } from './acme-spans.ts';

const TIMEOUT_MS = 30_000;
const MAX_ANSWER = 1024 * 1024;

interface AcmeAnswer {
  status: number;
  data: unknown;
  headers: Readonly<Record<string, unknown>>;
}

let interceptor: number | null = null;

/**
 * Sets the one HTTP client that acme-client has: time-outs, an answer's size, and errors with their type, where the
 * library keeps their text only. It does not retry by itself: waiting is the job's, and a request to wait for hours
 * must reach it. badNonce stays the library's.
 *
 * @param ca certificates (PEM) to trust besides the well-known ones, for an authority of the operator's own
 */
export function prepareTransport(ca: string | undefined): void {
  const { axios } = acme;
  axios.defaults.timeout = TIMEOUT_MS;
  axios.defaults.maxContentLength = MAX_ANSWER;
  axios.defaults.httpsAgent = new Agent({ ...(ca !== undefined && { ca: [...rootCertificates, ca] }) });
  const settings = axios.defaults as { acmeSettings?: { retryMaxAttempts: number } };
  if (settings.acmeSettings) settings.acmeSettings.retryMaxAttempts = 0;
  if (interceptor !== null) return;
  // Before what refuses an answer, so that refused ones are spans, too.
  traceQuestions(axios);
  interceptor = axios.interceptors.response.use((answer) => {
    refuse(answer as AcmeAnswer);
    return answer;
  });
}

function refuse({ status, data, headers }: AcmeAnswer): void {
  if (status < 400) return;
  const type = (data as { type?: unknown } | null)?.type;
  const retryAfter = typeof headers['retry-after'] === 'string' ? headers['retry-after'] : undefined;
  if (isAcmeError(type)) {
    if (isBadNonce(type)) return;
    throw new IssuanceError(acmeFault(data as object, retryAfter));
  }
  if (status === 429)
    throw new IssuanceError(acmeFault({ type: 'urn:ietf:params:acme:error:rateLimited' }, retryAfter));
}
