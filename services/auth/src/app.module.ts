import { type DynamicModule, Module } from '@nestjs/common';
import { readBusSettings } from '@palisade/messaging';
import { EventsModule } from '@palisade/messaging/nest';
import { databaseModule, databaseReadiness, ServiceModule, serviceIdentity } from '@palisade/nest-kit';
import { ConfigModule } from './config/config.module.ts';
import type { AuthConfig } from './config/config.ts';
import { ConnectionsModule } from './connections/connections.module.ts';
import { databaseOptions } from './database/database.ts';
import { AccountAccessModule } from './modules/account-access/account-access.module.ts';
import { AccountClosingModule } from './modules/account-closing/account-closing.module.ts';
import { accountDataModule } from './modules/account-data/account-data.module.ts';
import { AdminUsersModule } from './modules/admin-users/admin-users.module.ts';
import { ApiKeysModule } from './modules/api-keys/api-keys.module.ts';
import { AuditModule } from './modules/audit/audit.module.ts';
import { AuthenticationModule } from './modules/authentication/authentication.module.ts';
import { backlogModule } from './modules/backlog/backlog.module.ts';
import { EmailConfirmationModule } from './modules/email-confirmation/email-confirmation.module.ts';
import { EmailTokensModule } from './modules/email-tokens/email-tokens.module.ts';
import { HousekeepingModule } from './modules/housekeeping/housekeeping.module.ts';
import { KnownDevicesModule } from './modules/known-devices/known-devices.module.ts';
import { LoginModule } from './modules/login/login.module.ts';
import { LoginThrottleModule } from './modules/login-throttle/login-throttle.module.ts';
import { MailRequestsModule } from './modules/mail-requests/mail-requests.module.ts';
import { MfaModule } from './modules/mfa/mfa.module.ts';
import { PasswordCheckModule } from './modules/password-check/password-check.module.ts';
import { PasswordsModule } from './modules/passwords/passwords.module.ts';
import { PlansModule } from './modules/plans/plans.module.ts';
import { ProfileModule } from './modules/profile/profile.module.ts';
import { ReauthenticationModule } from './modules/reauthentication/reauthentication.module.ts';
import { RecoveryModule } from './modules/recovery/recovery.module.ts';
import { RegistrationModule } from './modules/registration/registration.module.ts';
import { SecurityActivityModule } from './modules/security-activity/security-activity.module.ts';
import { SessionsModule } from './modules/sessions/sessions.module.ts';
import { SettingsModule } from './modules/settings/settings.module.ts';
import { SupportViewsModule } from './modules/support-views/support-views.module.ts';
import { UserNotesModule } from './modules/user-notes/user-notes.module.ts';
import { UsersModule } from './modules/users/users.module.ts';

@Module({})
export class AppModule {
  static forRoot(config: AuthConfig): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ServiceModule.forRoot({
          ...serviceIdentity('auth', config),
          readiness: databaseReadiness(),
        }),
        databaseModule(databaseOptions(config)),
        EventsModule.forRoot({
          service: 'auth',
          bus: readBusSettings(config.PALISADE_BUS_REDIS_URL, config),
          outbox: { databaseUrl: config.PALISADE_DATABASE_URL, schema: 'auth' },
        }),
        ConfigModule.forRoot(config),
        ConnectionsModule.forRoot(config),
        accountDataModule,
        AccountAccessModule,
        AccountClosingModule,
        AdminUsersModule,
        UserNotesModule,
        ApiKeysModule,
        AuditModule,
        AuthenticationModule,
        backlogModule,
        EmailConfirmationModule,
        EmailTokensModule,
        HousekeepingModule,
        KnownDevicesModule,
        LoginModule,
        LoginThrottleModule,
        MailRequestsModule,
        MfaModule,
        PasswordCheckModule,
        PasswordsModule,
        PlansModule,
        ProfileModule,
        ReauthenticationModule,
        RecoveryModule,
        RegistrationModule,
        SecurityActivityModule,
        SessionsModule,
        SettingsModule,
        SupportViewsModule,
        UsersModule,
      ],
    };
  }
}
