import { Activation } from './activation.ts';
import { Consents } from './consents.service.ts';
import { ContestSettlement } from './contest-settlement.ts';
import { OwnershipController } from './ownership.controller.ts';
import { OwnershipProof } from './ownership-proof.ts';
import { OwnershipRequests } from './ownership-requests.ts';
import { OwnershipWatch } from './ownership-watch.ts';

export const ownershipControllers = [OwnershipController];
export const ownershipProviders = [
  Activation,
  Consents,
  ContestSettlement,
  OwnershipProof,
  OwnershipRequests,
  OwnershipWatch,
];
