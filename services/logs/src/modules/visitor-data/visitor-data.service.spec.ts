import { jest } from '@jest/globals';
import type { EventPublisher } from '@palisade/messaging/nest';
import type { UserCaller, UserId } from '@palisade/nest-kit';
import type { DomainsClient } from '../../connections/domains-client.ts';
import type { ClientErasureService } from '../erasure/client-erasure.service.ts';
import type { ClientErasuresRepository } from '../erasure/client-erasures.repository.ts';
import type { DomainDirectoryService } from '../ownership/domain-directory.service.ts';
import { VisitorDataService } from './visitor-data.service.ts';

const CALLER = { kind: 'user', userId: 'owner' as UserId } as UserCaller;
const QUERY = {
  ...{ domain: 'shop.example', address: '192.0.2.1' },
  ...{ from: '2026-11-26T00:00:00.000Z', to: '2026-11-26T01:00:00.000Z' },
};

const serving = (erase: ClientErasureService['erase']) =>
  new VisitorDataService(
    {
      select: async () => [{ id: 'site', name: 'shop.example', isVerified: true }],
    } as Partial<DomainDirectoryService> as DomainDirectoryService,
    { erase } as Partial<ClientErasureService> as ClientErasureService,
    {
      add: async () => 'erasure',
      begun: async () => undefined,
    } as Partial<ClientErasuresRepository> as ClientErasuresRepository,
    { publish: async () => undefined } as Partial<EventPublisher> as EventPublisher,
    {} as DomainsClient,
  );

afterEach(() => void jest.restoreAllMocks());

it('says that a deletion goes on by a repeat where its time is over, and what failed otherwise', async () => {
  const service = serving(async (_client, until) => {
    until?.throwIfAborted();
    throw new Error('the database is away');
  });
  await expect(service.erase(CALLER, QUERY)).rejects.toThrow('the database is away');
  jest.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
  await expect(service.erase(CALLER, QUERY)).rejects.toMatchObject({ code: 'deletion_unfinished' });
});
