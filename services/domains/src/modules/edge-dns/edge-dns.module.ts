import { Module } from '@nestjs/common';
import { EdgeDnsService } from './edge-dns.service.ts';

@Module({ providers: [EdgeDnsService] })
export class EdgeDnsModule {}
