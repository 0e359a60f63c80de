export { FAILURES, type Failure, type StandInOrder } from './ledger.ts';
export { type PayPalStandIn, type StandInOptions, startPayPalStandIn } from './server.ts';
