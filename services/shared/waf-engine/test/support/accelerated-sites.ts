import { ACCELERATOR_NAMES, AcceleratorSwitches, compileRuleSet, type SiteRuleSet } from '../../src/index.ts';

/** Rules that have something for every accelerator to leave out. */
export const RULES_FOR_ALL = `SecRuleEngine On
SecRequestBodyAccess On
SecRequestBodyReadings On
SecArgumentsLimit 0
SecAction "id:1,phase:1,nolog,pass,setvar:tx.level=2,setvar:tx.limit=3"
SecRule REQUEST_HEADERS:Content-Type "@contains json" "id:2,phase:1,nolog,pass,ctl:requestBodyProcessor=JSON"
SecRule TX:level "@lt 1" "id:3,phase:2,nolog,pass,skipAfter:END-STRICT"
SecRule ARGS|ARGS_NAMES|REQUEST_COOKIES|!ARGS:x "@rx (\\d+)<(a|b)" "id:4,phase:2,pass,capture,t:urlDecodeUni,t:htmlEntityDecode,msg:'%{TX.2}',setvar:tx.score=+1"
SecRule REQUEST_URI|XML:/* "@pm ../ <a> select" "id:5,phase:2,pass,t:lowercase,multiMatch"
SecMarker END-STRICT
SecRule TX:level "@lt 2" "id:17,phase:2,nolog,pass,skipAfter:END-STRICTER"
SecRule ARGS|ARGS_NAMES "@detectXSS" "id:18,phase:2,pass"
SecRule ARGS|ARGS_NAMES|!ARGS:x "@rx hello|1<b" "id:19,phase:2,pass,t:lowercase"
SecMarker END-STRICTER
SecRule TX:level "@ge 2" "id:6,phase:2,nolog,pass,setvar:tx.strict=1"
SecRule REQUEST_BODY "!@rx ^[ -~]*$" "id:7,phase:2,pass,t:removeNulls"
SecRule ARGS|ARGS_NAMES|REQUEST_HEADERS|REQUEST_READINGS "@detectSQLi" "id:8,phase:2,pass,capture,setvar:tx.score=+1"
SecRule ARGS|REQUEST_READINGS "@detectXSS" "id:9,phase:2,pass,t:jsDecode,t:cssDecode"
SecRule ARGS|ARGS_NAMES|REQUEST_HEADERS|REQUEST_COOKIES|REQUEST_READINGS "@rx (?i)union\\s+select|evil" "id:10,phase:2,pass,t:replaceComments,t:compressWhitespace,setvar:tx.score=+1"
SecRule ARGS "@rx ^[a-f]+z{3}$" "id:11,phase:2,pass,t:lowercase"
SecRule REQUEST_HEADERS:User-Agent "@pm curl nikto" "id:12,phase:1,pass,t:lowercase"
SecRule &ARGS "@gt 64" "id:13,phase:2,pass"
SecRule ARGS:last "@streq evil" "id:14,phase:2,pass,t:base64Decode"
SecRule TX:score "@ge %{tx.limit}" "id:15,phase:2,deny"
SecRule TX:strict "@eq 1" "id:16,phase:5,nolog,pass,setvar:tx.seen=1"`;

const compile = (options: Parameters<typeof compileRuleSet>[1]): SiteRuleSet =>
  compileRuleSet([{ name: 'all.conf', text: RULES_FOR_ALL }], options).withOverlay({});

/** The naive one, and beside it: with all, without each, and without any. Each has a program of its own: they share no storage. */
export function acceleratedSites(): {
  readonly naive: SiteRuleSet;
  readonly others: Map<string, SiteRuleSet>;
} {
  const without = (...off: (typeof ACCELERATOR_NAMES)[number][]) =>
    compile({ switches: new AcceleratorSwitches(off) });
  return {
    naive: compile({ evaluation: 'naive' }),
    others: new Map([
      ['with all', without()],
      ...ACCELERATOR_NAMES.map((name) => [`without ${name}`, without(name)] as const),
      ['without any', without(...ACCELERATOR_NAMES)],
    ]),
  };
}
