export { decodeSettings, encodeWafConfig, type SiteSettings, WIRE_SECTIONS } from './codec.ts';
export { conditionFieldOf } from './custom-rules.ts';
