/** Verdict on a text message of a WebSocket client; 'failed': it could not be judged and must not pass. */
export type MessageVerdict = 'passed' | 'refused' | 'failed';

/** Judges one message. 'later': `tell` is called with the verdict. */
export type JudgeMessage = (
  text: string,
  tell: (verdict: MessageVerdict) => void,
) => MessageVerdict | 'later';
