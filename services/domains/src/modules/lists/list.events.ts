import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { OutgoingEvent } from '@palisade/messaging';
import type { FailingList } from './list-sources.repository.ts';

/** Once, until its source has answered again. */
export const listFailing = (list: FailingList): OutgoingEvent => ({
  type: 'domains.list_failing.v1',
  key: list.id,
  payload: {
    listId: list.id,
    ownerId: list.owner_id,
    name: list.name,
    problem: list.last_error ?? '',
    status: list.last_status ?? 0,
    since: timestampFromDate(list.failing_since),
  },
});
