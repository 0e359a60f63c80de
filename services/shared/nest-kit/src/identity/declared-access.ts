import { Injectable, type OnModuleInit } from '@nestjs/common';
import { PATH_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { ACCESS_METADATA } from './access.ts';

/** Stops a service from starting while one of its HTTP routes does not say who may come in. */
@Injectable()
export class DeclaredAccess implements OnModuleInit {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
  ) {}

  onModuleInit(): void {
    const undeclared = this.routesWithoutAccess();
    if (undeclared.length > 0) {
      throw new Error(
        `These routes declare no access (@Public, @Authenticated, @AdminOnly): ${undeclared.join(', ')}`,
      );
    }
  }

  routesWithoutAccess(): string[] {
    return this.discovery.getControllers().flatMap(({ instance, metatype }) => {
      if (!instance || !metatype) return [];
      const prototype = Object.getPrototypeOf(instance) as Record<string, unknown>;
      return this.scanner.getAllMethodNames(prototype).flatMap((name) => {
        const handler = prototype[name];
        if (typeof handler !== 'function' || Reflect.getMetadata(PATH_METADATA, handler) === undefined)
          return [];
        const access = this.reflector.getAllAndOverride(ACCESS_METADATA, [
          handler as () => void,
          metatype as never,
        ]);
        return access === undefined ? [`${metatype.name}.${name}`] : [];
      });
    });
  }
}
