import type { DirectiveNode } from '../model/ast.ts';
import type { EngineSettings } from '../model/compiled-rules.ts';

type SettingDirective = (settings: EngineSettings, node: DirectiveNode) => void;

function argument(node: DirectiveNode): string {
  const [first, surplus] = node.args;
  if (first === undefined)
    throw node.line.error('seclang_bad_argument', `${node.name} takes an argument`, node.offset);
  if (surplus !== undefined)
    throw node.line.error('seclang_bad_argument', `${node.name} takes one argument`, surplus.offset);
  return first.value;
}

const bad = (node: DirectiveNode, expected: string) =>
  node.line.error(
    'seclang_bad_argument',
    `${node.name} takes ${expected}, not '${node.args[0]?.value ?? ''}'`,
    node.args[0]?.offset ?? node.offset,
  );

const choice =
  <Value>(
    choices: Readonly<Record<string, Value>>,
    set: (settings: EngineSettings, value: Value) => void,
  ): SettingDirective =>
  (settings, node) => {
    const text = argument(node).toLowerCase();
    if (!Object.hasOwn(choices, text)) throw bad(node, Object.keys(choices).join(' or '));
    set(settings, choices[text]!);
  };

const number =
  (set: (settings: EngineSettings, value: number) => void): SettingDirective =>
  (settings, node) => {
    const text = argument(node);
    if (!/^\d{1,15}$/.test(text)) throw bad(node, 'a number');
    set(settings, Number(text));
  };

const text =
  (set: (settings: EngineSettings, value: string) => void): SettingDirective =>
  (settings, node) =>
    set(settings, argument(node));

const ON_OFF = { on: true, off: false } as const;
const LIMIT_ACTION = { reject: 'Reject', processpartial: 'ProcessPartial' } as const;

/** Directives about files, logs and processes that belong to the host: accepted, checked for an argument, no effect. */
const hosts: SettingDirective = (_settings, node) => {
  if (node.args.length === 0)
    throw node.line.error('seclang_bad_argument', `${node.name} takes an argument`, node.offset);
};

const setMimeTypes: SettingDirective = (settings, node) => {
  if (node.args.length === 0) throw bad(node, 'MIME types');
  const types = node.args.map((token) => token.value.toLowerCase());
  settings.limits.responseMimeTypes = [...new Set([...settings.limits.responseMimeTypes, ...types])];
};

const setSeparator: SettingDirective = (settings, node) => {
  const separator = argument(node);
  if (separator.length !== 1) throw bad(node, 'one character');
  settings.argumentSeparator = separator;
};

/** By lower-case name. */
export const settingDirectives: ReadonlyMap<string, SettingDirective> = new Map<string, SettingDirective>(
  Object.entries({
    secruleengine: choice(
      { on: 'On', off: 'Off', detectiononly: 'DetectionOnly' } as const,
      (settings, mode) => {
        settings.mode = mode;
      },
    ),
    secrequestbodyaccess: choice(ON_OFF, (settings, on) => {
      settings.requestBodyAccess = on;
    }),
    secresponsebodyaccess: choice(ON_OFF, (settings, on) => {
      settings.responseBodyAccess = on;
    }),
    // Our own; see "How bodies are read" in the README.
    secrequestbodyreadings: choice(ON_OFF, (settings, on) => {
      settings.requestBodyReadings = on;
    }),
    secrequestbodylimit: number((settings, bytes) => {
      settings.limits.requestBody = bytes;
    }),
    secrequestbodynofileslimit: number((settings, bytes) => {
      settings.limits.requestBodyNoFiles = bytes;
    }),
    secrequestbodylimitaction: choice(LIMIT_ACTION, (settings, action) => {
      settings.limits.requestBodyAction = action;
    }),
    secresponsebodylimit: number((settings, bytes) => {
      settings.limits.responseBody = bytes;
    }),
    secresponsebodylimitaction: choice(LIMIT_ACTION, (settings, action) => {
      settings.limits.responseBodyAction = action;
    }),
    secresponsebodymimetype: setMimeTypes,
    secresponsebodymimetypesclear: (settings: EngineSettings) => {
      settings.limits.responseMimeTypes = [];
    },
    secrequestbodyjsondepthlimit: number((settings, depth) => {
      settings.jsonDepth = depth;
    }),
    // Our own; see "Limits" in the README.
    secrequestworklimit: number((settings, stepsPerByte) => {
      settings.workLimit = stepsPerByte;
    }),
    secargumentslimit: number((settings, count) => {
      settings.argumentsLimit = count;
    }),
    secargumentseparator: setSeparator,
    secuploadfilelimit: number((settings, count) => {
      settings.uploadFileLimit = count;
    }),
    secwebappid: text((settings, id) => {
      settings.webAppId = id;
    }),
    seccomponentsignature: text((settings, signature) => {
      settings.componentSignatures.push(signature);
    }),
    seccollectiontimeout: number((settings, seconds) => {
      settings.collectionTimeout = seconds;
    }),
    seccookieformat: choice({ '0': 0 }, () => undefined),
    // The matcher's own budget replaces PCRE's limits: it bounds time by construction, not by luck.
    secpcrematchlimit: number(() => undefined),
    secpcrematchlimitrecursion: number(() => undefined),
    secrequestbodyinmemorylimit: number(() => undefined),
    secunicodemapfile: hosts,
    secunicodecodepage: hosts,
    sectmpdir: hosts,
    secdatadir: hosts,
    secuploaddir: hosts,
    secuploadkeepfiles: hosts,
    secuploadfilemode: hosts,
    sectmpsaveuploadedfiles: hosts,
    secdebuglog: hosts,
    secdebugloglevel: hosts,
    secauditengine: hosts,
    secauditlog: hosts,
    secauditlog2: hosts,
    secauditlogparts: hosts,
    secauditlogrelevantstatus: hosts,
    secauditlogtype: hosts,
    secauditlogformat: hosts,
    secauditlogstoragedir: hosts,
    secauditlogdirmode: hosts,
    secauditlogfilemode: hosts,
    secauditlogprefix: hosts,
    secserversignature: hosts,
    secstatusengine: hosts,
    secsensorid: hosts,
    secxmlexternalentity: choice({ off: false }, () => undefined),
  } satisfies Record<string, SettingDirective>),
);
