import { compileRuleSet, type SiteRuleSet } from '@palisade/waf-engine';
import { loadManagedRules } from '../../index.ts';
import { headersOf, type RequestCase } from './request-case.ts';

/** What rules of nearly all families look at. */
const TARGETS = 'ARGS|ARGS_NAMES|REQUEST_COOKIES|REQUEST_READINGS|XML:/*|XML://@*';
/** As it stands, and as nearly all rules look at it. */
const CHAINS = ['t:none', 't:none,t:urlDecodeUni,t:removeNulls'];
const FIRST_PROBE_ID = 900_000;
/**
 * Settings, what refuses a request that cannot be read, documents with declarations of their own, and the rule that decides.
 * No family that looks for attacks in values.
 */
const FRAME = /\/(?:10-setup|60-xml-entities|90-evaluation)\.conf$/;
const FRAME_FILES = 3;

/** Of one request: refused before anyone read it, or every value that rules see. */
export interface EngineView {
  readonly refused: boolean;
  readonly values: readonly string[];
}

/**
 * Shows a request to the engine with the managed rules' settings, and takes down each value that rules would be shown: the
 * operator that asks its host is handed every value, and its host is this.
 */
export class EngineEye {
  private readonly site: SiteRuleSet;

  constructor() {
    const probes = CHAINS.map(
      (chain, index) =>
        `SecRule ${TARGETS} "@geoLookup" "id:${FIRST_PROBE_ID + index},phase:2,pass,nolog,${chain}"`,
    );
    const frame = loadManagedRules().filter(({ name }) => FRAME.test(name));
    if (frame.length !== FRAME_FILES) throw new Error('the managed rules have other files than expected');
    const last = frame.pop()!;
    this.site = compileRuleSet([
      ...frame,
      { name: 'probes.conf', text: probes.join('\n') },
      last,
    ]).withOverlay({});
  }

  look(request: RequestCase): EngineView {
    const values: string[] = [];
    const transaction = this.site.beginTransaction(
      { id: 'case', clientAddress: '192.0.2.1', clientPort: 1, serverAddress: '192.0.2.2', serverPort: 80 },
      {
        geoLookup(value) {
          values.push(value);
          return null;
        },
      },
    );
    transaction.requestLine(request.body === '' ? 'GET' : 'POST', request.target, 'HTTP/1.1');
    transaction.requestHeaders(headersOf(request));
    if (request.body !== '' && transaction.wantsRequestBody())
      transaction.requestBodyChunk(Buffer.from(request.body, 'latin1'));
    transaction.requestBody();
    transaction.logging();
    return { refused: transaction.audit().interruption !== null, values };
  }
}
