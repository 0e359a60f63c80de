import type { DeliveryContext, EventBus, ReceivedEvent, Registrations } from '../contract/bus.ts';
import { EventsServer } from './events-server.ts';

const context = { group: 'domains', topic: 'users', partition: 0 } as DeliveryContext;
const event = (id: string, isActive: boolean) =>
  ({
    id,
    source: 'auth',
    type: 'auth.user_updated.v1',
    key: 'user',
    payload: { isActive },
  }) as unknown as ReceivedEvent;

/** A service with one handler, which keeps what the last event said. */
async function consumer(
  extras: object,
  processed?: ConstructorParameters<typeof EventsServer>[0]['processed'],
) {
  let registrations: Registrations = {};
  const bus = {
    subscribe: (options: { registrations: Registrations }) => {
      registrations = options.registrations;
      return Promise.resolve({});
    },
  } as unknown as EventBus;
  const states: boolean[] = [];
  const server = new EventsServer({ bus, group: 'domains', ...(processed && { processed }) });
  const handler = async ({ isActive }: { isActive: boolean }) => void states.push(isActive);
  server.addHandler('auth.user_updated.v1', handler, true, extras);
  await new Promise<void>((resolve, reject) => {
    void server.listen((error) => (error === undefined ? resolve() : reject(error as Error)));
  });
  const registration = registrations['auth.user_updated.v1'];
  if (registration?.mode !== 'single') throw new Error('not registered');
  const handle = registration.handle as (event: ReceivedEvent, context: DeliveryContext) => Promise<void>;
  return { states, deliver: (...args: Parameters<typeof event>) => handle(event(...args), context) };
}

function memory() {
  const known = new Set<string>();
  return {
    once: async ({ id }: { id: string }, effect: () => Promise<void>) => {
      if (known.has(id)) return false;
      await effect();
      return Boolean(known.add(id));
    },
  };
}

describe('an event that is given again', () => {
  it('does not reach its handler, also after a newer one', async () => {
    const { states, deliver } = await consumer({}, memory());
    await deliver('active', true);
    await deliver('deactivated', false);
    await deliver('active', true);
    expect(states).toEqual([true, false]);
  });

  it('has no service to be given to that remembers nothing, unless the handler itself keeps the newest', async () => {
    await expect(consumer({})).rejects.toThrow('remember events in a database');
    const { states, deliver } = await consumer({ single: { idempotent: true } });
    await deliver('active', true);
    expect(states).toEqual([true]);
  });
});
