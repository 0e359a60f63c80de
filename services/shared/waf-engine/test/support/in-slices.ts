import { type SiteRuleSet, type SlicedTransaction, type Transaction, UNFINISHED } from '../../src/index.ts';

/** What happened to the slices of a site's transactions. */
export interface SliceCount {
  pauses: number;
}

/**
 * The site, with transactions that run in slices of so many steps as a host runs them: `between` is called where a host would
 * serve others.
 */
export function inSlices(
  site: SiteRuleSet,
  steps: number,
  between: () => void,
  count: SliceCount = { pauses: 0 },
): SiteRuleSet {
  return {
    ...site,
    beginTransaction: (connection, ports) =>
      resumed(site.beginSlicedTransaction(connection, steps, ports), between, count),
  };
}

function resumed(transaction: SlicedTransaction, between: () => void, count: SliceCount): Transaction {
  const finish = (first: ReturnType<SlicedTransaction['resume']>) => {
    let answer = first;
    while (answer === UNFINISHED) {
      count.pauses++;
      between();
      answer = transaction.resume();
    }
    return answer;
  };
  return {
    get matcherSteps() {
      return transaction.matcherSteps;
    },
    requestLine: (...line) => transaction.requestLine(...line),
    requestHeaders: (headers) => finish(transaction.requestHeaders(headers)),
    wantsRequestBody: () => transaction.wantsRequestBody(),
    requestBodyGoesOn: (what) => transaction.requestBodyGoesOn(what),
    requestBodyChunk: (chunk) => transaction.requestBodyChunk(chunk),
    requestBody: () => finish(transaction.requestBody()),
    responseHeaders: (...head) => finish(transaction.responseHeaders(...head)),
    wantsResponseBody: () => transaction.wantsResponseBody(),
    responseBodyChunk: (chunk) => transaction.responseBodyChunk(chunk),
    responseBody: () => finish(transaction.responseBody()),
    resume: () => finish(transaction.resume()),
    logging: () => transaction.logging(),
    audit: () => transaction.audit(),
  };
}
