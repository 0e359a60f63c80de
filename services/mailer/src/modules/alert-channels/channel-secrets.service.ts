import { Inject, Injectable } from '@nestjs/common';
import { RotatingSecrets, SecretBox } from '@palisade/nest-kit';

/** Encrypts and decrypts the secrets of alert channels. */
@Injectable()
export class ChannelSecretsService extends RotatingSecrets {
  constructor(@Inject(SecretBox) box: SecretBox) {
    super(box, 'alert_channels');
  }
}
