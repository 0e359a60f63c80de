export { AppModule } from './app.module.ts';
export type { AuthConfig } from './config/config.ts';
