export * from './entitlements.ts';
export * from './view.ts';
