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
 * Configures acme-client's only HTTP client: timeouts, maximum size of an answer, and errors with their type, of which
 * the library keeps only the text. Disables retries: waiting is up to the job, which has to see requests to wait for
 * hours. The library still handles badNonce.
 *
 * @param ca additional root certificates (PEM), for an authority of the operator's own
 */
export function prepareTransport(ca: string | undefined): void {
  const { axios } = acme;
  axios.defaults.timeout = TIMEOUT_MS;
  axios.defaults.maxContentLength = MAX_ANSWER;
  axios.defaults.httpsAgent = new Agent({ ...(ca !== undefined && { ca: [...rootCertificates, ca] }) });
  const settings = axios.defaults as { acmeSettings?: { retryMaxAttempts: number } };
  if (settings.acmeSettings) settings.acmeSettings.retryMaxAttempts = 0;
  if (interceptor !== null) return;
  // Registered first, so that refused answers are traced, too.
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
