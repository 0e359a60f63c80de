/** Counters of one worker, reported to the supervisor as they are; they only rise while the worker lives. */
export interface WorkerCounters {
  requests: number;
  blocked: number;
  rejected: number;
  originErrors: number;
  originRetries: number;
  engineFailures: number;
  /** Requests that the present rule set judged, and those that it stopped. */
  rulesInspected: number;
  rulesBlocked: number;
  /** The same of a candidate rule set, and how often the engine failed on it. */
  candidateInspected: number;
  candidateBlocked: number;
  candidateFailures: number;
  cacheHits: number;
  cacheMisses: number;
  logRecords: number;
  logRecordsLost: number;
  clientErrors: number;
  connectionsRefused: number;
  challenges: number;
  challengesSolved: number;
  botsRefused: number;
  ddosRefused: number;
  /** Requests that the owner's rules refused, challenged, excepted from a check, or only logged. */
  customRulesBlocked: number;
  customRulesChallenged: number;
  customRulesSkipped: number;
  customRulesLogged: number;
  /** Requests whose values took more steps than custom rules may. */
  customRulesCutShort: number;
  /** Refused because the worker could not keep up. */
  shed: number;
  openConnections: number;
  /** Sites that are defended at this moment. */
  sitesDefended: number;
}

export function newCounters(): WorkerCounters {
  return {
    requests: 0,
    blocked: 0,
    rejected: 0,
    originErrors: 0,
    originRetries: 0,
    engineFailures: 0,
    rulesInspected: 0,
    rulesBlocked: 0,
    candidateInspected: 0,
    candidateBlocked: 0,
    candidateFailures: 0,
    cacheHits: 0,
    cacheMisses: 0,
    logRecords: 0,
    logRecordsLost: 0,
    clientErrors: 0,
    connectionsRefused: 0,
    challenges: 0,
    challengesSolved: 0,
    botsRefused: 0,
    ddosRefused: 0,
    customRulesBlocked: 0,
    customRulesChallenged: 0,
    customRulesSkipped: 0,
    customRulesLogged: 0,
    customRulesCutShort: 0,
    shed: 0,
    openConnections: 0,
    sitesDefended: 0,
  };
}
