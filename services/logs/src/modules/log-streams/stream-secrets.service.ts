import { Inject, Injectable } from '@nestjs/common';
import { RotatingSecrets, SecretBox } from '@palisade/nest-kit';

/** Encrypts and decrypts the secrets of log streams. */
@Injectable()
export class StreamSecretsService extends RotatingSecrets {
  constructor(@Inject(SecretBox) box: SecretBox) {
    super(box, 'log_streams');
  }
}
