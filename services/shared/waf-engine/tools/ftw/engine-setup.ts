import type { RuleSource } from '../../src/index.ts';
import { readRuleDirectory, readSource } from '../shared/rule-files.ts';

/** The base configuration that CRS assumes, as any ModSecurity installation has it. */
const BASE = `
SecRuleEngine DetectionOnly
SecRequestBodyAccess On
SecRequestBodyLimit 13107200
SecRequestBodyNoFilesLimit 131072
SecRequestBodyLimitAction Reject
SecRequestBodyJsonDepthLimit 512
SecArgumentsLimit 1000
SecResponseBodyAccess On
SecResponseBodyMimeType text/plain text/html text/xml application/json
SecResponseBodyLimit 524288
SecResponseBodyLimitAction ProcessPartial
`;

const BASE_RULES = `
SecRule REQUEST_HEADERS:Content-Type "@rx ^(?:application(?:/soap\\+|/)|text/)xml" \\
  "id:200000,phase:1,t:none,t:lowercase,pass,nolog,ctl:requestBodyProcessor=XML"
SecRule REQUEST_HEADERS:Content-Type "@rx ^application/(?:[a-z0-9.-]+[+])?json" \\
  "id:200001,phase:1,t:none,t:lowercase,pass,nolog,ctl:requestBodyProcessor=JSON"
SecRule REQBODY_ERROR "!@eq 0" \\
  "id:200002,phase:2,t:none,log,deny,status:400,msg:'Failed to parse request body.',logdata:'%{reqbody_error_msg}',severity:2"
SecRule MULTIPART_STRICT_ERROR "!@eq 0" \\
  "id:200003,phase:2,t:none,log,deny,status:400,msg:'Multipart request body failed strict validation.'"
SecRule MULTIPART_UNMATCHED_BOUNDARY "@eq 1" \\
  "id:200004,phase:2,t:none,log,deny,msg:'Multipart parser detected a possible unmatched boundary.'"
SecRule TX:/^MSC_/ "!@streq 0" \\
  "id:200005,phase:2,t:none,deny,msg:'Internal error flagged: %{MATCHED_VAR_NAME}'"
`;

/** Rules of the base configuration that the set-up file does not bring itself. */
function missingBaseRules(setup: string): string {
  return BASE_RULES.split(/\n(?=SecRule )/)
    .filter((rule) => {
      const id = /"id:(\d+)/.exec(rule)?.[1];
      return id === undefined || !mentionsId(setup, id);
    })
    .join('\n');
}

const mentionsId = (text: string, id: string): boolean => new RegExp(`\\bid:'?${id}\\b`).test(text);

const TEST_SETUP_ID = '900005';

/** All paranoia levels, nothing blocked, and the limits that CRS's own tests assume. */
const testSetup = (paranoiaVariable: string): string => `
SecAction "id:${TEST_SETUP_ID},phase:1,nolog,pass,ctl:ruleEngine=DetectionOnly,\\
  setvar:tx.${paranoiaVariable}=4,setvar:tx.crs_validate_utf8_encoding=1,\\
  setvar:tx.arg_name_length=100,setvar:tx.arg_length=400,setvar:tx.total_arg_length=64000,\\
  setvar:tx.max_num_args=255,setvar:tx.max_file_size=64100,setvar:tx.combined_file_sizes=65535"
`;

/** Base configuration, the rules' own set-up file, the test set-up, the rules. */
export function ftwSources(ruleDirectory: string, setupFile: string | null): RuleSource[] {
  const rules = readRuleDirectory(ruleDirectory);
  const setup = setupFile === null ? [] : [readSource(setupFile)];
  const knowsBlockingLevel = rules.some(({ text }) => /tx[.:]blocking_paranoia_level/i.test(text));
  const setupText = setup.map(({ text }) => text).join('\n');
  const ownSetup = mentionsId(setupText, TEST_SETUP_ID)
    ? []
    : [
        {
          name: 'test-setup.conf',
          text: testSetup(knowsBlockingLevel ? 'blocking_paranoia_level' : 'paranoia_level'),
        },
      ];
  return [
    { name: 'base.conf', text: BASE },
    ...setup,
    { name: 'base-rules.conf', text: missingBaseRules(setupText) },
    ...ownSetup,
    ...rules,
  ];
}
