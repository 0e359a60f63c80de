export type { StandInAgreement, StandInTransaction } from './agreement-ledger.ts';
export { FAILURES, type Failure, type StandInOrder } from './ledger.ts';
export { type PayPalStandIn, type StandInOptions, startPayPalStandIn } from './server.ts';
