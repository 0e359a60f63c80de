import { gzipSync } from 'node:zlib';
/** Everything in the engine that pauses, held to one contract. */
import { compilePattern, compilePatternSet, SetProgress, StepBudget, Subject } from '@palisade/regex';
import { buildAccelerators } from '../../src/accelerate/build-accelerators.ts';
import { compileRules } from '../../src/compile/compile.ts';
import { TransactionBodySink } from '../../src/evaluate/body/body-sink.ts';
import { decodeCharset } from '../../src/evaluate/body-processors/charset.ts';
import { elementTexts } from '../../src/evaluate/body-processors/element-texts.ts';
import { MultipartFindings } from '../../src/evaluate/body-processors/multipart-findings.ts';
import { bodyProcessors } from '../../src/evaluate/body-processors/registry.ts';
import { textOf } from '../../src/evaluate/body-processors/text-in-bytes.ts';
import { decodeTransfer } from '../../src/evaluate/body-processors/transfer-encoding.ts';
import type { BodySink, XmlDocument } from '../../src/evaluate/body-processors/types.ts';
import { parseUrlEncoded } from '../../src/evaluate/body-processors/urlencoded.ts';
import { XmlReader } from '../../src/evaluate/body-processors/xml-parser.ts';
import { injectionInSlices } from '../../src/evaluate/libinjection/sqli.ts';
import { detectScriptInSlices } from '../../src/evaluate/libinjection/xss.ts';
import { base64Text } from '../../src/evaluate/request-readings/base64-text.ts';
import { documentTexts } from '../../src/evaluate/request-readings/document-texts.ts';
import { halfPairReadings } from '../../src/evaluate/request-readings/half-pairs.ts';
import { unpackedText } from '../../src/evaluate/request-readings/packed-text.ts';
import { undoEscapes } from '../../src/evaluate/request-readings/undo-escapes.ts';
import { uploadReadings } from '../../src/evaluate/request-readings/upload-readings.ts';
import { describeSpan } from '../../src/evaluate/rules/describe-span.ts';
import { LinkEvaluator } from '../../src/evaluate/rules/evaluate-link.ts';
import type { MatchedSpan } from '../../src/evaluate/state/matched-span.ts';
import { TransactionState } from '../../src/evaluate/state/state.ts';
import { XmlSelections } from '../../src/evaluate/state/xml-selections.ts';
import { compileRuleSet, type SlicedTransaction, UNFINISHED } from '../../src/index.ts';
import { KeyedEntries } from '../../src/model/keyed-entries.ts';
import type { PackedArguments } from '../../src/model/packed-arguments.ts';
import { inSlices, runToEnd, UNFINISHED_YET } from '../../src/model/pausable.ts';
import { TxValues } from '../../src/model/tx-values.ts';
import { bodyOf } from '../support/body.ts';
import { generated, PAUSED, type PausableWork, pausesAsOne } from '../support/pausable-conformance.ts';

const LIMITS = {
  jsonDepth: 100,
  argumentSeparator: '&',
  fileCount: 100,
  bodyWithoutFiles: 0,
  everyReading: true,
};

const XPATHS = ['/*', '//@*', '//text()', '/a/b', '//b/@c', '/a/text()', '/b'];

/** Writes down what a processor finds, in its order. */
function listening(budget: StepBudget, keep?: (found: PackedArguments) => void): [BodySink, unknown[]] {
  const events: unknown[] = [];
  const tell =
    (what: string) =>
    (...facts: unknown[]) => {
      events.push([what, ...facts]);
    };
  const sink: BodySink = {
    budget,
    argument: (key, value) => {
      events.push(['argument', key, value]);
      return true;
    },
    argumentsLeft: () => 100_000,
    limitExceeded: tell('limit'),
    packedArguments:
      keep ??
      ((found) => {
        const entries = new KeyedEntries('ARGS');
        entries.addPacked(found);
        events.push(...entries.entries.map(({ key, value }) => ['argument', key, value]));
      }),
    urlEncodedError: tell('error'),
    file: tell('file'),
    field: tell('field'),
    furtherFilename: tell('further name'),
    multipartName: tell('name'),
    multipartFilename: tell('file name'),
    partHeader: tell('header'),
    multipartFlags: (flags) => events.push(['flags', { ...flags }]),
    *xmlDocument(document) {
      for (const path of XPATHS) events.push([path, yield* document.select(path, budget)]);
      events.push(['elements', yield* document.elementTexts(budget)]);
    },
  };
  return [sink, events];
}

const many = (count: number, each: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => each(index)).join('');

const BOUNDARY = 'b0undary';
const BODIES = {
  JSON: ['application/json', `[${many(4000, (at) => `{"k${at}":"v\\u0041","n":[${at},null]},`)}0]`, 3],
  'JSON of long texts': [
    'application/json',
    `{"a\\u0041${'b'.repeat(20_000)}":"${'\\u0041\\ud83d\\ude00\\n'.repeat(3_000)}","b":["${'c'.repeat(30_000)}","${'d'.repeat(9_000)}\\"${'e'.repeat(9_000)}"]}`,
    3,
  ],
  XML: [
    'text/xml',
    `<a>${many(4000, (at) => `<b c="${at}">t &amp; <![CDATA[x]]></b><!-- ${at} -->`)}</a>`,
    3,
  ],
  URLENCODED: ['application/x-www-form-urlencoded', many(4000, (at) => `k${at}=%41+b&`), 3],
  'URLENCODED of long arguments': [
    'application/x-www-form-urlencoded',
    `${'n%41me+'.repeat(9000)}=v&${'%4'.repeat(20_000)}&a=${'%41%2x'.repeat(30_000)}&b=${'x'.repeat(90_000)}`,
    3,
  ],
  MULTIPART: [
    `multipart/form-data; boundary=${BOUNDARY}`,
    `${many(
      400,
      (at) =>
        `--${BOUNDARY}\r\nContent-Disposition: form-data; name="f${at}"${at % 3 === 0 ? '; filename="x.txt"' : ''}\r\n\r\n${'v'.repeat(60)}\r\n`,
    )}--${BOUNDARY}--\r\n`,
    3,
  ],
} as const satisfies Record<string, readonly [type: string, body: string, leastPauses: number]>;

pausesAsOne(
  'the texts of elements',
  (budget) => {
    const source = `<a>${many(400, (at) => `t ${at} <b>u <![CDATA[ v]]> <c/> w</b> `)}</a>`;
    const reader = new XmlReader(source);
    runToEnd(inSlices(reader, new StepBudget()));
    return generated(elementTexts(reader.tree(), budget));
  },
  1000,
);

/** Of a document whose elements are as many as are looked at in some stretches, and attributes of one of them. */
function documentOf(elements: number, attributes: number): XmlDocument {
  const source = `<a ${many(attributes, (at) => `x${at}="v${at}" `)}>${many(elements, (at) => `<b c="${at}">t</b>`)}</a>`;
  let found: XmlDocument | null = null;
  const [sink] = listening(new StepBudget());
  const body = bodyOf(source);
  runToEnd(
    bodyProcessors.get('XML')!(
      { body, contentType: 'text/xml', limits: LIMITS },
      {
        ...sink,
        xmlDocument: (document) => {
          found = document;
          return null;
        },
      },
    ),
  );
  return found!;
}

for (const [path, leastPauses] of [
  // Each value once as a text, and once as an entry.
  ['//@*', 2 * 1200],
  ['//text()', 2 * 1100],
  ['/a/b', 2 * 1100],
  // None: elements are looked at in stretches.
  ['//b/none', 4],
] as const) {
  const document = documentOf(1100, 100);
  pausesAsOne(
    `what ${path} selects of a document`,
    (budget) => {
      const selections = new XmlSelections(document, budget);
      return {
        resume: () =>
          selections.resume(path) ? selections.entries(path).map(({ name, value }) => [name, value]) : PAUSED,
      };
    },
    leastPauses,
  );
}

for (const [name, [contentType, body, leastPauses]] of Object.entries(BODIES)) {
  pausesAsOne(
    `the body processor ${name}`,
    (budget) => {
      const [sink, events] = listening(budget);
      const work = generated(
        bodyProcessors.get(name.split(' ')[0]!)!({ body: bodyOf(body), contentType, limits: LIMITS }, sink),
      );
      return {
        ...work,
        resume: () => {
          const answer = work.resume();
          return answer === PAUSED ? PAUSED : { answer, events };
        },
      };
    },
    leastPauses,
  );
}

pausesAsOne(
  'a charset',
  (budget) => generated(decodeCharset('utf-16le', 'a\0<\0'.repeat(20_000), budget)),
  3,
);

pausesAsOne(
  'what is text in a file',
  (budget) => generated(textOf(`\0\x01${'select 1 \xff\0 '.repeat(9000)}`, budget)),
  3,
);
pausesAsOne(
  'names and headers of parts',
  (budget) => {
    const multipart = new MultipartFindings();
    for (let at = 0; at < 400; at++) {
      multipart.partHeaders.add('p', `Content-Disposition: form-data; x="a\\"${at}"; y=z"`);
      multipart.names.add(`n&#6${at % 10};`, 'n&#65;');
    }
    return generated(uploadReadings(multipart, budget));
  },
  100,
);

pausesAsOne(
  'escapes of characters',
  (budget) => generated(undoEscapes('\\u0041&#39; '.repeat(12_000), budget)),
  3,
);
pausesAsOne(
  'a text in base64',
  (budget) => generated(base64Text(Buffer.from('select 1 '.repeat(9000)).toString('base64'), budget)),
  3,
);

pausesAsOne(
  'a packed text in base64',
  (budget) =>
    generated(
      unpackedText(
        gzipSync(Array.from({ length: 40_000 }, (_, at) => `${at * at} `).join('')).toString('base64'),
        1024 * 1024,
        budget,
      ),
    ),
  3,
);

for (const [coding, content] of [
  ['base64', Buffer.from('select 1 from t '.repeat(4000)).toString('base64')],
  ['quoted-printable', 'a=3Cb=\r\n'.repeat(8000)],
] as const) {
  pausesAsOne(
    `the transfer encoding ${coding}`,
    (budget) => generated(decodeTransfer(coding, content, budget)),
    2,
  );
}

for (const value of ["1 or 'a' || ".repeat(2000), `${'x '.repeat(9000)}' union select 1 from t --`]) {
  pausesAsOne(
    `@detectSQLi of ${value.slice(0, 12)}…`,
    (budget) => generated(injectionInSlices(new Subject().ofText(value), budget, true)),
    1,
  );
}

pausesAsOne(
  '@detectSQLi of words without any SQL',
  (budget) => generated(injectionInSlices(new Subject().ofText('plain words '.repeat(4_000)), budget, true)),
  3,
);

pausesAsOne(
  'halves of pairs of surrogates',
  (budget) => generated(halfPairReadings('\xed\xa0\x80a \xed\xb0\x80 b'.repeat(500), budget)),
  500,
);

pausesAsOne(
  '@detectXSS',
  (budget) => generated(detectScriptInSlices(`${'<b class="x">t</b> '.repeat(2000)}<script>`, budget)),
  1,
);

pausesAsOne(
  'a document within a value',
  (budget) => generated(documentTexts(BODIES.JSON[1], { depth: 20, members: 100_000 }, budget)),
  3,
);

pausesAsOne(
  'the arguments of a form, unpacked',
  (budget) => {
    const entries = new KeyedEntries('ARGS');
    const [sink] = listening(new StepBudget(), (found) => entries.addPacked(found));
    const [contentType, body] = BODIES.URLENCODED;
    runToEnd(bodyProcessors.get('URLENCODED')!({ body: bodyOf(body), contentType, limits: LIMITS }, sink));
    return {
      resume: () =>
        entries.unpackSome(budget) ? entries.entries.map(({ key, value }) => [key, value]) : PAUSED,
      abandon: () => entries.release(),
    };
  },
  5,
);

pausesAsOne(
  'a set of patterns',
  (budget) => {
    const set = compilePatternSet(
      ['at+ack', 'x[0-9]{3,9}y', '(?:ab|ba){2,}c', '\\bend$'].map((source) => compilePattern(source)),
    );
    const subject = new Subject().ofText(`${'atta ck x12 abab ba '.repeat(400)}x1234y end`);
    const found = new Uint32Array(1);
    const progress = new SetProgress();
    return { resume: () => (set.scanInSlices(subject, found, budget, progress) ? found[0]! : PAUSED) };
  },
  10,
);

const CONNECTION = {
  id: 'pausing',
  clientAddress: '192.0.2.1',
  clientPort: 1,
  serverAddress: '192.0.2.2',
  serverPort: 80,
};

const LINKS = `SecRuleEngine On
SecRule ARGS|ARGS_NAMES "@rx at+ack" "id:1,phase:2,pass,t:lowercase"
SecRule ARGS "@pm union script" "id:2,phase:2,pass,t:lowercase"`;
const { ruleSet: links, chains } = compileRules([{ name: 'links.conf', text: LINKS }]);
const accelerators = buildAccelerators(links, chains);

/** A request with many arguments, and one that matches; its budget has slices as long as the suite's. */
function begun(budget: StepBudget): { state: TransactionState; beginSlice: () => void } {
  const site = {
    mode: 'On',
    exclusions: null,
    adjustments: null,
    tx: new TxValues(new Map()),
    plans: [],
    requestLimits: links.settings.limits,
    accelerators,
  } as const;
  const state = new TransactionState(links, site, CONNECTION, {});
  state.phase = 2;
  const query = many(400, (at) => `k${at}=${at === 300 ? 'ATTACK' : `v${at}`}&`);
  parseUrlEncoded(query, '&', new TransactionBodySink(state));
  return { state, beginSlice: () => state.budget.beginSlice(budget.sliceEnd) };
}

pausesAsOne(
  'a link of a rule',
  (budget) => {
    const { state, beginSlice } = begun(budget);
    const evaluator = new LinkEvaluator(state);
    const rule = links.phases[2]!.rules[0]!;
    const matched: MatchedSpan[] = [];
    return {
      resume: () => {
        beginSlice();
        const outcome = evaluator.evaluate(rule, rule.links[0]!, matched);
        return outcome === UNFINISHED_YET ? PAUSED : [outcome, matched.map(describeSpan)];
      },
      abandon: () => evaluator.abandon(),
    };
  },
  100,
);

pausesAsOne(
  'the rules of a phase that may match',
  (budget) => {
    const { state, beginSlice } = begun(budget);
    const selector = accelerators.selectors[2]!.take(state, new LinkEvaluator(state));
    const groups = [...new Set(accelerators.selectors[2]!.groupOf)].filter((group) => group >= 0);
    let at = 0;
    return {
      resume: () => {
        beginSlice();
        for (; at < groups.length; at++) if (!selector.resume(groups[at]!)) return PAUSED;
        return links.phases[2]!.rules.map(({ position }) => selector.mayMatch(position));
      },
    };
  },
  1,
);

it('the pieces of a phase find what there is to find', () => {
  const { state } = begun(new StepBudget());
  const selector = accelerators.selectors[2]!.take(state, new LinkEvaluator(state));
  for (const group of new Set(accelerators.selectors[2]!.groupOf)) if (group >= 0) selector.resume(group);
  expect(links.phases[2]!.rules.map(({ position }) => selector.mayMatch(position))).toEqual([true, false]);
});

/** A phase of a transaction: rules, their candidates, values, unpacking and readings, all of which pause. */
const RULES = `SecRuleEngine On
SecRequestBodyAccess On
SecRequestBodyReadings On
SecArgumentsLimit 5000
SecRule REQUEST_HEADERS:Content-Type "@contains json" "id:10,phase:1,pass,nolog,ctl:requestBodyProcessor=JSON"
SecRule REQUEST_HEADERS:Content-Type "@contains xml" "id:11,phase:1,pass,nolog,ctl:requestBodyProcessor=XML"
SecRule XML://@*|XML:/* "@rx at+ack|union" "id:8,phase:2,pass,t:lowercase,msg:'in XML',setvar:tx.hits=+1"
SecRule &XML://@* "@gt 60" "id:9,phase:2,pass,msg:'many'"
SecRule ARGS "@rx at+ack" "id:1,phase:2,pass,t:lowercase,msg:'seen',setvar:tx.hits=+1"
SecRule ARGS_NAMES|ARGS|REQUEST_READINGS "@detectSQLi" "id:2,phase:2,pass,t:urlDecodeUni,t:htmlEntityDecode,msg:'sql',setvar:tx.hits=+1"
SecRule ARGS|!ARGS:k3 "@pm select union script" "id:3,phase:2,pass,t:removeNulls,multiMatch,t:lowercase,msg:'words'"
SecRule ARGS:k5 "@rx (v)(.)" "id:4,phase:2,pass,capture,msg:'%{tx.2}',chain"
SecRule TX:hits "@ge 1" "setvar:tx.both=1"
SecRule ARGS:/^k.*[2z]$/ "@rx ^[v1]" "id:7,phase:2,pass,msg:'named'"
SecRule TX:hits "@ge 3" "id:5,phase:2,deny,status:406,msg:'%{tx.hits} hits'"
SecRule TX:both "@ge 1" "id:6,phase:5,pass,msg:'in all %{tx.hits}'"`;
const FORM = `${many(60, (at) => `k${at}=v${at % 9 === 0 ? '%27+or+1%3D1--' : at}&`)}k${'y'.repeat(20_000)}z=1&long=${'x%20ATTACK%20'.repeat(3000)}`;
const XML_BODY = `<a ${many(40, (at) => `x${at}="v${at % 9 === 0 ? ' union select 1 --' : at}" `)}>${many(40, (at) => `<b c="${at}">t ATTACK</b>`)}</a>`;
const JSON_BODY = `{"k5":"vw","in":"{\\"a\\":\\"1' or 1=1--\\"}","l":[${many(60, (at) => `"v${at} attack",`)}0]}`;

for (const evaluation of ['naive', 'indexed'] as const) {
  const site = compileRuleSet([{ name: 'pausing.conf', text: RULES }], { evaluation }).withOverlay({
    exclusions: [{ name: 'own', by: { id: '3' }, target: 'ARGS:k7' }],
  });
  for (const [contentType, body] of [
    ['application/x-www-form-urlencoded', FORM],
    ['application/json', JSON_BODY],
    ['text/xml', XML_BODY],
  ] as const) {
    pausesAsOne(
      `a transaction with ${contentType}, evaluation ${evaluation}`,
      // The transaction has a budget of its own; its slices are as long as the suite's.
      (budget) => phaseTwo(site.beginSlicedTransaction(CONNECTION, budget.sliceEnd), contentType, body),
      20,
    );
  }
}

function phaseTwo(transaction: SlicedTransaction, contentType: string, body: string): PausableWork<unknown> {
  transaction.requestLine('POST', "/a/b?q=1'%20or%201=1--", 'HTTP/1.1');
  let begun = false;
  return {
    resume: () => {
      if (!begun) {
        begun = true;
        transaction.requestHeaders([
          'Host',
          'a.example',
          'Content-Type',
          contentType,
          'Cookie',
          'a=b; c=attack',
        ]);
        transaction.requestBodyChunk(Buffer.from(body, 'latin1'));
        const answer = transaction.requestBody();
        if (answer === UNFINISHED) return PAUSED;
        return end(answer);
      }
      const answer = transaction.resume();
      return answer === UNFINISHED ? PAUSED : end(answer);
    },
    abandon: () => transaction.logging(),
  };
  function end(answer: unknown): unknown {
    transaction.logging();
    return { answer, audit: transaction.audit() };
  }
}
