export {
  decodeSettings,
  encodeSitePolicy,
  type SiteSettings,
  settingsUnderPlan,
  WIRE_SECTIONS,
} from './codec.ts';
export { conditionFieldOf, encodeCondition, encodeRule, rulesUnderPlan } from './custom-rules.ts';
export { decodeHeaderRule } from './traffic-rules.ts';
