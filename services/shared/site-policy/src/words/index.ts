export * from './certificate-words.ts';
export * from './change-words.ts';
export { placeName } from './country-name.ts';
export * from './custom-rule-words.ts';
export * from './exclusion-words.ts';
export * from './rate-limit-words.ts';
export { reasonName } from './reason-names.ts';
export { unpredictableBecause } from './unpredictable.ts';
export * from './verdict-words.ts';
