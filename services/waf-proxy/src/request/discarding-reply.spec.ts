import { describeReply } from '../test-support/reply-conformance.ts';
import { DiscardingReply } from './discarding-reply.ts';

describeReply('nobody’s reply', async () => ({
  exchange: async () => {
    let times = 0;
    let finish: (clientLeft: boolean) => void = () => undefined;
    const over = new Promise<boolean>((resolve) => {
      finish = resolve;
    });
    const reply = new DiscardingReply(() => {
      times++;
      finish(false);
    });
    return { reply, client: null, over: () => over, timesOver: () => times };
  },
  close: async () => undefined,
}));
