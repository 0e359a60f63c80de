export {
  decodeSettings,
  encodeWafConfig,
  type SiteSettings,
  settingsUnderPlan,
  WIRE_SECTIONS,
} from './codec.ts';
export { conditionFieldOf, encodeCondition, rulesUnderPlan } from './custom-rules.ts';
