import { Get, Inject, type Type } from '@nestjs/common';
import { AdminOnly, Operation, TaggedController } from '@palisade/nest-kit';
import { DataSource } from 'typeorm';
import { Backlog, type ServiceBacklog, serviceBacklogSchema } from './backlog.ts';

/** A service's pending work: its outbox, its topics and its queues. */
export function backlogController({
  tag,
  path,
  name,
  hasOutbox = true,
}: {
  tag: string;
  path: string;
  name: string;
  hasOutbox?: boolean;
}): Type {
  @TaggedController(tag, `${path}/backlog`)
  @AdminOnly()
  class BacklogController {
    constructor(
      @Inject(Backlog) private readonly backlog: Backlog,
      @Inject(DataSource) private readonly dataSource: DataSource,
    ) {}

    @Get()
    @Operation(`get${name}Backlog`, serviceBacklogSchema)
    getBacklog(): Promise<ServiceBacklog> {
      return this.backlog.read(hasOutbox ? this.dataSource.manager : null);
    }
  }
  return BacklogController;
}
