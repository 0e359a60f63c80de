import { Injectable } from '@nestjs/common';
import { SecretBox } from '@palisade/nest-kit';

export const listKeyContext = (listId: string): string => `domains.client_lists.${listId}`;

/** Keys for sources of lists, which are sent to these sources only. */
@Injectable()
export class ListKeysService {
  constructor(private readonly secrets: SecretBox) {}

  seal(listId: string, key: string): string {
    return this.secrets.seal(key, listKeyContext(listId));
  }

  /** @throws SecretBoxError */
  open(listId: string, sealedKey: string): string {
    return this.secrets.open(sealedKey, listKeyContext(listId));
  }
}
