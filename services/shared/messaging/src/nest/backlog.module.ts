import { type DynamicModule, type FactoryProvider, Module, type ModuleMetadata } from '@nestjs/common';
import { OutboxWriter } from '../outbox/outbox-writer.ts';
import { ACT_RECORDER, type RecorderOfActs } from './act-recorder.ts';
import { AuditLogger } from './audit-logger.ts';
import { backlogController } from './backlog.controller.ts';
import { failedWorkController } from './failed-work.controller.ts';

interface BacklogOptions {
  /** In the API's description, such as "admin-billing". */
  tag: string;
  /** Where its calls are, such as "admin/billing". */
  path: string;
  /** In the names of its operations: "Billing" in getBillingBacklog. */
  name: string;
  /** Whether its events wait in an outbox; true unless said otherwise. */
  hasOutbox?: boolean;
  /** Absent: acts go out as events, by its outbox. */
  recorder?: Omit<FactoryProvider<RecorderOfActs>, 'provide'> & Pick<ModuleMetadata, 'imports'>;
}

const byOutbox: Omit<FactoryProvider<RecorderOfActs>, 'provide'> = {
  inject: [OutboxWriter],
  useFactory: (outbox: OutboxWriter): RecorderOfActs => {
    const auditLogger = new AuditLogger(outbox);
    return (admin) => (manager, action, target, details) =>
      auditLogger.record(manager, admin, action, target, details);
  },
};

/** A service's pending and failed work, for administrators. Needs the EventsModule. */
@Module({})
export class BacklogModule {
  static forService({ recorder, ...options }: BacklogOptions): DynamicModule {
    const { imports = [], ...factory } = { imports: undefined, ...(recorder ?? byOutbox) };
    return {
      module: BacklogModule,
      imports,
      controllers: [backlogController(options), failedWorkController(options)],
      providers: [{ provide: ACT_RECORDER, ...factory }],
    };
  }
}
