import { bodyProcessors } from '../../evaluate/body-processors/registry.ts';
import {
  forceBodyVariable,
  NO_EFFECT,
  removeRules,
  removeTarget,
  setBodyAccess,
  setBodyLimit,
  setBodyProcessor,
  setMode,
} from '../../evaluate/effects/control.ts';
import type { ByteString } from '../../model/api.ts';
import type { Effect } from '../../model/compiled-rules.ts';
import type { ActionDefinition, ActionEnvironment, EffectFactory } from '../drafts/rule-draft.ts';
import { parseIdRanges, type RuleSelection } from '../drafts/rule-selection.ts';

type ControlCompiler = (value: ByteString, environment: ActionEnvironment) => EffectFactory;

/** `ctl:name=value`: changes how the engine treats this one transaction from here on. */
export const control: ActionDefinition = {
  apply(draft, _node, environment) {
    const text = environment.required();
    const equals = text.indexOf('=');
    const name = (equals < 0 ? text : text.slice(0, equals)).trim().toLowerCase();
    const compile = controls.get(name);
    if (compile === undefined) return environment.fail('seclang_unknown_action', `no such ctl: '${name}'`);
    draft.onFullMatch.push(compile(equals < 0 ? '' : text.slice(equals + 1).trim(), environment));
  },
};

const simple = (make: (value: ByteString, environment: ActionEnvironment) => Effect): ControlCompiler => {
  return (value, environment) => {
    const effect = make(value, environment);
    return () => effect;
  };
};

function onOff(value: ByteString, environment: ActionEnvironment): boolean {
  const lower = value.toLowerCase();
  if (lower !== 'on' && lower !== 'off')
    environment.fail('seclang_bad_argument', `On or Off expected, not '${value}'`);
  return lower === 'on';
}

const idSelection = (value: ByteString, environment: ActionEnvironment): RuleSelection =>
  parseIdRanges(value) ??
  environment.fail('seclang_bad_argument', `rule id or range expected, not '${value}'`);

const ruleRemoval =
  (select: (value: ByteString, environment: ActionEnvironment) => RuleSelection): ControlCompiler =>
  (value, environment) => {
    const selection = select(value, environment);
    return (lookup) => {
      const rules = lookup.select(selection);
      const unsettles = rules.some((rule) => lookup.looksAtTxOnly(rule));
      return removeRules(rules, unsettles);
    };
  };

const targetRemoval =
  (select: (value: ByteString, environment: ActionEnvironment) => RuleSelection): ControlCompiler =>
  (value, environment) => {
    const semicolon = value.indexOf(';');
    if (semicolon < 0) environment.fail('seclang_bad_argument', `rules;target expected, not '${value}'`);
    const selection = select(value.slice(0, semicolon).trim(), environment);
    const target = environment.target(value.slice(semicolon + 1).trim());
    return (lookup) => {
      const rules = lookup.select(selection);
      const unsettles = target.name === 'TX' && rules.some((rule) => lookup.looksAtTxOnly(rule));
      return removeTarget(rules, target, unsettles);
    };
  };

const ruleEngine = simple((value, environment) => {
  const mode = ({ on: 'On', off: 'Off', detectiononly: 'DetectionOnly' } as const)[value.toLowerCase()];
  if (mode === undefined) return environment.fail('seclang_bad_argument', `no such engine mode: '${value}'`);
  return setMode(mode);
});

const requestBodyProcessor = simple((value, environment) => {
  const name = value.toUpperCase();
  if (!bodyProcessors.has(name))
    environment.fail('seclang_bad_argument', `no such body processor: '${value}'`);
  return setBodyProcessor(name);
});

const bodyLimit = (which: 'body' | 'responseBody'): ControlCompiler =>
  simple((value, environment) => {
    const bytes = /^\d+$/.test(value) ? Number(value) : Number.NaN;
    if (Number.isNaN(bytes))
      environment.fail('seclang_bad_argument', `number of bytes expected, not '${value}'`);
    return setBodyLimit(which, bytes);
  });

const bodyAccess = (which: 'body' | 'responseBody'): ControlCompiler =>
  simple((value, environment) => setBodyAccess(which, onOff(value, environment)));

/** Accepted and without effect: they steer log files that this engine does not write. */
const ignored: ControlCompiler = simple(() => NO_EFFECT);

const controls: ReadonlyMap<string, ControlCompiler> = new Map<string, ControlCompiler>([
  ['ruleengine', ruleEngine],
  ['ruleremovebyid', ruleRemoval(idSelection)],
  ['ruleremovebytag', ruleRemoval((tag) => ({ by: 'tag', tag }))],
  ['ruleremovebymsg', ruleRemoval((message) => ({ by: 'msg', message }))],
  ['ruleremovetargetbyid', targetRemoval(idSelection)],
  ['ruleremovetargetbytag', targetRemoval((tag) => ({ by: 'tag', tag }))],
  ['ruleremovetargetbymsg', targetRemoval((message) => ({ by: 'msg', message }))],
  ['requestbodyprocessor', requestBodyProcessor],
  ['requestbodyaccess', bodyAccess('body')],
  ['responsebodyaccess', bodyAccess('responseBody')],
  ['requestbodylimit', bodyLimit('body')],
  ['responsebodylimit', bodyLimit('responseBody')],
  ['forcerequestbodyvariable', simple((value, environment) => forceBodyVariable(onOff(value, environment)))],
  ['auditengine', ignored],
  ['auditlogparts', ignored],
  ['debugloglevel', ignored],
]);
