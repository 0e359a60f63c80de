import {
  AcceleratorSwitches,
  type AuditRecord,
  type CompiledRuleSet,
  type EngineMode,
  type Interruption,
  type PhaseAnswer,
  type RuleSetOverlay,
  type SlicedTransaction,
  type Transaction,
  UNFINISHED,
} from '@palisade/waf-engine';

const BLOCK: Interruption = { action: 'deny', status: 403, ruleId: 1001, phase: 2 };

export interface FakeRuleSetOptions {
  requestBody?: number;
  requestBodyAction?: 'Reject' | 'ProcessPartial';
  inspectResponses?: boolean;
  /** How many slices each of the four phases takes; 1 unless told. */
  slices?: readonly [number, number, number, number];
}

/**
 * A rule set of few words for testing the data plane without the engine: "attack" anywhere is blocked, "crash" throws,
 * "leak" in a response is blocked. "suspect" anywhere is scored.
 */
export function fakeRuleSet(options: FakeRuleSetOptions = {}): CompiledRuleSet {
  const ruleSet: CompiledRuleSet = {
    ruleCount: 1,
    ruleIds: [1001],
    switches: new AcceleratorSwitches(),
    readsBodies: false,
    bodyLimits: {
      requestBody: options.requestBody ?? 1_048_576,
      requestBodyNoFiles: options.requestBody ?? 1_048_576,
      requestBodyAction: options.requestBodyAction ?? 'ProcessPartial',
      responseBody: 524_288,
      responseBodyAction: 'ProcessPartial',
      responseMimeTypes: ['text/html'],
    },
    describe: () => null,
    withOverlay: (overlay: RuleSetOverlay) => {
      const mode = overlay.mode ?? 'On';
      return {
        ruleSet,
        mode,
        requestLimits: ruleSet.bodyLimits,
        beginTransaction: () => fakeTransaction(mode, options),
        beginSlicedTransaction: () =>
          inSlices(fakeTransaction(mode, options), options.slices ?? [1, 1, 1, 1]),
        standsFor: () => null,
      };
    },
  };
  return ruleSet;
}

/** Every phase answers only when it has been resumed often enough. */
function inSlices(
  transaction: Transaction,
  slices: readonly [number, number, number, number],
): SlicedTransaction {
  let left = 0;
  let pending: () => PhaseAnswer = () => null;
  const resume = (): PhaseAnswer => (left-- > 0 ? UNFINISHED : pending());
  const begin = (phase: 1 | 2 | 3 | 4, run: () => PhaseAnswer): PhaseAnswer => {
    left = slices[phase - 1]! - 1;
    pending = run;
    return resume();
  };
  return {
    ...transaction,
    requestHeaders: (headers) => begin(1, () => transaction.requestHeaders(headers)),
    requestBody: () => begin(2, () => transaction.requestBody()),
    responseHeaders: (...head) => begin(3, () => transaction.responseHeaders(...head)),
    responseBody: () => begin(4, () => transaction.responseBody()),
    resume,
  };
}

function fakeTransaction(mode: EngineMode, options: FakeRuleSetOptions): Transaction {
  let seen = '';
  let response = '';
  let bytes = 0;
  let found: Interruption | null = null;
  const judge = (text: string, word: string): Interruption | null => {
    if (text.includes('crash')) throw new Error('the engine crashed');
    if (!text.includes(word)) return null;
    found = BLOCK;
    return mode === 'On' ? BLOCK : null;
  };
  return {
    matcherSteps: 0,
    requestLine: (method, target) => {
      seen = `${method} ${target} `;
    },
    requestHeaders: (headers) => judge(seen + headers.join(' '), 'attack'),
    wantsRequestBody: () => true,
    requestBodyChunk: (chunk) => {
      bytes += chunk.length;
      seen += Buffer.from(chunk).toString('latin1');
      if (options.requestBodyAction === 'Reject' && bytes > (options.requestBody ?? 0)) {
        return { action: 'deny', status: 413, ruleId: 200_002, phase: 2 };
      }
      return null;
    },
    requestBodyGoesOn: () => undefined,
    requestBody: () => judge(seen, 'attack'),
    responseHeaders: () => null,
    wantsResponseBody: () => options.inspectResponses ?? false,
    responseBodyChunk: (chunk) => {
      response += Buffer.from(chunk).toString('latin1');
      return null;
    },
    responseBody: () => judge(response, 'leak'),
    resume: () => null,
    logging: () => undefined,
    audit: (): AuditRecord => ({
      interruption: mode === 'On' ? found : null,
      wouldInterrupt: mode === 'On' ? null : found,
      matches:
        found === null
          ? []
          : [
              {
                ruleId: found.ruleId,
                phase: 2,
                message: 'Test attack',
                data: 'attack \xe9',
                severity: 'CRITICAL',
                tags: ['attack-test'],
                logged: true,
                targets: [
                  {
                    name: 'ARGS:q',
                    value: 'an attack \xff',
                    valueOffset: 3,
                    transformed: 'an attack',
                    matchOffset: 3,
                    matchLength: 6,
                    transformations: ['lowercase'],
                    operator: '@contains attack',
                  },
                ],
                score: 5,
              },
            ],
      exclusions: [{ name: 'an exclusion', ruleId: 1002, target: null }],
      inboundScore: (found === null ? 0 : 5) + (seen.includes('suspect') ? 3 : 0),
      outboundScore: 0,
      requestBytesInspected: bytes,
      requestBytesTotal: bytes,
      responseBytesInspected: response.length,
      responseBytesTotal: response.length,
      bodyProcessor: null,
      bodyError: null,
    }),
  };
}
