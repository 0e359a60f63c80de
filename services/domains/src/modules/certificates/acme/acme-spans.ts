import { errorTypeOf, type OpenSpan, openSpan, outboundSpan } from '@palisade/nest-kit';
import type { axios } from 'acme-client';

/** Traces each request to the authority as a span of the running job. */
export function traceQuestions(client: typeof axios): void {
  const spans = new WeakMap<object, OpenSpan>();
  client.interceptors.request.use((question) => {
    const { url, method = 'GET' } = question;
    const span = url === undefined ? null : openSpan(outboundSpan(method.toUpperCase(), new URL(url)));
    if (span !== null) spans.set(question, span);
    return question;
  });
  client.interceptors.response.use(
    (answer) => {
      const span = spans.get(answer.config);
      span?.set({ 'http.response.status_code': answer.status });
      if (answer.status >= 400) span?.fail(String(answer.status));
      span?.end();
      return answer;
    },
    (error: { config?: object }) => {
      const span = error.config && spans.get(error.config);
      span?.fail(errorTypeOf(error));
      span?.end();
      return Promise.reject(error);
    },
  );
}
