import type { RuleSource } from '@palisade/waf-engine';

/**
 * Compiled before a release's own set-up. Rule sets such as OWASP CRS expect the host to have made these settings, and
 * to refuse unreadable bodies; the set-up may override all of them.
 */
export const RELEASE_BASE: RuleSource = {
  name: 'rule-release/base.conf',
  text: `SecRuleEngine On
SecRequestBodyAccess On
SecRequestBodyReadings On
SecRequestBodyLimit 2621440
SecRequestBodyNoFilesLimit 1048576
SecRequestBodyLimitAction ProcessPartial
SecRequestBodyJsonDepthLimit 128
SecArgumentsLimit 131072
SecRequestWorkLimit 900
SecResponseBodyAccess Off
SecDefaultAction "phase:1,log,auditlog,pass"
SecDefaultAction "phase:2,log,auditlog,pass"
SecRule REQUEST_HEADERS:Content-Type "@rx ^(?:application|text)/(?:[a-z0-9.-]+\\+)?json\\b" \
    "id:111,phase:1,pass,nolog,t:none,t:lowercase,ctl:requestBodyProcessor=JSON"
SecRule REQUEST_HEADERS:Content-Type "@rx ^(?:application|text)/(?:[a-z0-9.-]+\\+)?xml\\b" \
    "id:112,phase:1,pass,nolog,t:none,t:lowercase,ctl:requestBodyProcessor=XML"
SecAction "id:113,phase:1,pass,nolog,t:none,\
    setvar:'tx.allowed_http_versions=HTTP/1.0 HTTP/1.1 HTTP/2 HTTP/2.0 HTTP/3 HTTP/3.0'"
SecRule REQUEST_LIMIT_EXCEEDED "@eq 1" \
    "id:125,phase:2,deny,status:413,log,t:none,msg:'Request is over a limit of what is inspected',\
    logdata:'%{REQUEST_LIMIT_EXCEEDED_MSG}',severity:'WARNING'"
SecRule INBOUND_DATA_ERROR "@eq 1" \
    "id:123,phase:2,deny,status:413,log,t:none,\
    msg:'Request body, files aside, is longer than what is inspected',severity:'WARNING'"
SecRule REQBODY_ERROR|MULTIPART_STRICT_ERROR "!@eq 0" \
    "id:121,phase:2,deny,status:400,log,t:none,msg:'Request body could not be parsed',\
    logdata:'%{REQBODY_ERROR_MSG}',severity:'CRITICAL'"
`,
};

/**
 * Compiled between set-up and rules: the owner's paranoia level and threshold, whatever the set-up says, under the
 * names of CRS 3 and 4. Rules above the level do not run, as they would only be recorded.
 */
export const OWNERS_CHOICE: RuleSource = {
  name: 'rule-release/owners-choice.conf',
  text: `SecRule &TX:site_paranoia_level "@gt 0" \
    "id:131,phase:1,pass,nolog,t:none,\
    setvar:'tx.paranoia_level=%{tx.site_paranoia_level}',\
    setvar:'tx.executing_paranoia_level=%{tx.site_paranoia_level}',\
    setvar:'tx.blocking_paranoia_level=%{tx.site_paranoia_level}',\
    setvar:'tx.detection_paranoia_level=%{tx.site_paranoia_level}',\
    setvar:'tx.inbound_anomaly_score_threshold=%{tx.site_inbound_threshold}'"
`,
};
