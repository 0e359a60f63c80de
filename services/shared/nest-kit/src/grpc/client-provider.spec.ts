import { credentials } from '@grpc/grpc-js';
import { NestFactory } from '@nestjs/core';
import { authV1 } from '@palisade/contracts';
import { InternalTokenSigner } from '../identity/internal-tokens.ts';
import { InternalChannel } from './channel.ts';
import type { GrpcClient } from './client.ts';
import { grpcClientProvider } from './client-provider.ts';

class TestModule {}

it('a client that is provided is closed with the application', async () => {
  const AUTH = Symbol('auth client');
  const app = await NestFactory.createApplicationContext(
    {
      module: TestModule,
      providers: [
        { provide: InternalTokenSigner, useValue: {} },
        { provide: InternalChannel, useValue: { toward: () => credentials.createSsl() } },
        grpcClientProvider({ provide: AUTH, service: authV1.AuthService, address: '127.0.0.1:9' }),
      ],
    },
    { logger: false },
  );
  const client = app.get<GrpcClient<typeof authV1.AuthService>>(AUTH);
  const { close } = client;
  let closed = 0;
  client.close = () => {
    closed++;
    close();
  };
  await app.close();
  expect(closed).toBe(1);
});
