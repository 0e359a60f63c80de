import { type DynamicModule, Module, type Provider } from '@nestjs/common';
import { readBusSettings } from '@palisade/messaging';
import { EventsModule } from '@palisade/messaging/nest';
import { databaseModule, READINESS_CHECKS, SecretBox, ServiceModule } from '@palisade/nest-kit';
import { DataSource } from 'typeorm';
import { AUTH_CONFIG, type AuthConfig } from './config.ts';
import { databaseOptions } from './database/database.ts';
import { AccountAccess } from './modules/account-access/account-access.ts';
import { AccountsController } from './modules/accounts/accounts.controller.ts';
import { Registration } from './modules/accounts/registration.ts';
import { UserViews } from './modules/accounts/user-views.ts';
import { Users } from './modules/accounts/users.ts';
import { AdminUserList } from './modules/admin-users/admin-user-list.ts';
import { AdminUsersController } from './modules/admin-users/admin-users.controller.ts';
import { AdminUsers } from './modules/admin-users/admin-users.ts';
import { ApiKeysController } from './modules/api-keys/api-keys.controller.ts';
import { ApiKeys } from './modules/api-keys/api-keys.ts';
import { AuditController } from './modules/audit/audit.controller.ts';
import { AuditChain } from './modules/audit/audit-chain.ts';
import { AuditEventsController } from './modules/audit/audit-events.controller.ts';
import { AuditLog } from './modules/audit/audit-log.ts';
import { AuditSealer } from './modules/audit/audit-sealer.ts';
import { BacklogController } from './modules/backlog/backlog.controller.ts';
import { AccountClosing } from './modules/closing/account-closing.ts';
import { ClosingController } from './modules/closing/closing.controller.ts';
import { Housekeeping } from './modules/closing/housekeeping.ts';
import { EmailChanges } from './modules/confirmation/email-changes.ts';
import { EmailConfirmation } from './modules/confirmation/email-confirmation.ts';
import { EmailTokens } from './modules/confirmation/email-tokens.ts';
import { MailRequests } from './modules/events/mail-requests.ts';
import { AuthGrpcController } from './modules/internal/auth-grpc.controller.ts';
import { CLIENTS } from './modules/internal/clients.ts';
import { GuessLimiter } from './modules/login/guess-limiter.ts';
import { KnownDevices } from './modules/login/known-devices.ts';
import { LoginController } from './modules/login/login.controller.ts';
import { Login } from './modules/login/login.ts';
import { DoubtfulFactors } from './modules/mfa/doubtful-factors.ts';
import { MfaController } from './modules/mfa/mfa.controller.ts';
import { MfaConfigs } from './modules/mfa/mfa-configs.ts';
import { SecondFactors } from './modules/mfa/second-factors.ts';
import { PasswordCheck } from './modules/passwords/password-check.ts';
import { PasswordHasher } from './modules/passwords/password-hasher.ts';
import { ReauthenticationFailures } from './modules/passwords/reauthentication-failures.ts';
import { PlanEventsController } from './modules/plans/plan-events.controller.ts';
import { Plans } from './modules/plans/plans.ts';
import { UserPlanCopies } from './modules/plans/user-plan-copies.ts';
import { ReauthenticationController } from './modules/reauthentication/reauthentication.controller.ts';
import { Reauthentication } from './modules/reauthentication/reauthentication.ts';
import { PasswordRecovery } from './modules/recovery/password-recovery.ts';
import { RecoveryController } from './modules/recovery/recovery.controller.ts';
import { SecurityActivityController } from './modules/security-activity/security-activity.controller.ts';
import { SecurityEvents } from './modules/security-activity/security-events.ts';
import { Authenticator } from './modules/sessions/authenticator.ts';
import { RenewalController } from './modules/sessions/renewal.controller.ts';
import { Renewals } from './modules/sessions/renewals.ts';
import { SessionTokens } from './modules/sessions/session-tokens.ts';
import { SessionsController } from './modules/sessions/sessions.controller.ts';
import { Sessions } from './modules/sessions/sessions.ts';
import { AccountSettings } from './modules/settings/account-settings.ts';
import { SettingsController } from './modules/settings/settings.controller.ts';

/** What needs configuration to come into being. */
const infrastructure = (config: AuthConfig): readonly Provider[] => [
  { provide: AUTH_CONFIG, useValue: config },
  {
    provide: SecretBox,
    useFactory: () => new SecretBox(config.PALISADE_KEK_KEYS, config.PALISADE_KEK_CURRENT),
  },
  {
    provide: AuditChain,
    useFactory: () => new AuditChain(config.PALISADE_KEK_KEYS, config.PALISADE_KEK_CURRENT),
  },
  {
    provide: SessionTokens,
    useFactory: () =>
      new SessionTokens(
        config.PALISADE_AUTH_TOKEN_KEY,
        config.PALISADE_AUTH_ACCESS_TOKEN_SECONDS,
        config.PALISADE_AUTH_TOKEN_PREVIOUS_KEYS,
      ),
  },
  {
    provide: PasswordHasher,
    useFactory: () =>
      new PasswordHasher({
        concurrency: config.PALISADE_AUTH_HASH_CONCURRENCY,
        queue: config.PALISADE_AUTH_HASH_QUEUE,
      }),
  },
  ...CLIENTS,
];

@Module({})
export class AppModule {
  static forRoot(config: AuthConfig): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ServiceModule.forRoot({
          name: 'auth',
          privateKey: config.PALISADE_INTERNAL_PRIVATE_KEY,
          publicKeys: config.PALISADE_INTERNAL_PUBLIC_KEYS,
          certificates: config.PALISADE_INTERNAL_CERTIFICATES,
          keysFile: config.PALISADE_KEYS_FILE,
          readiness: {
            provide: READINESS_CHECKS,
            inject: [DataSource],
            useFactory: (database: DataSource) => [
              { name: 'database', check: () => database.query('SELECT 1').then(() => undefined) },
            ],
          },
        }),
        databaseModule(databaseOptions(config)),
        EventsModule.forRoot({
          service: 'auth',
          bus: readBusSettings(config.PALISADE_BUS_REDIS_URL, config),
          outbox: { databaseUrl: config.PALISADE_DATABASE_URL, schema: 'auth' },
        }),
      ],
      controllers: [
        BacklogController,
        AccountsController,
        SettingsController,
        ReauthenticationController,
        RecoveryController,
        MfaController,
        ClosingController,
        AuditEventsController,
        AuditController,
        ApiKeysController,
        AdminUsersController,
        AuthGrpcController,
        LoginController,
        PlanEventsController,
        SecurityActivityController,
        RenewalController,
        SessionsController,
      ],
      providers: [
        ...infrastructure(config),
        AccountAccess,
        ApiKeys,
        Reauthentication,
        AccountSettings,
        PasswordRecovery,
        PasswordCheck,
        ReauthenticationFailures,
        MfaConfigs,
        DoubtfulFactors,
        Housekeeping,
        AccountClosing,
        AuditLog,
        AuditSealer,
        AdminUsers,
        AdminUserList,
        Authenticator,
        EmailChanges,
        EmailConfirmation,
        EmailTokens,
        GuessLimiter,
        KnownDevices,
        Login,
        MailRequests,
        Plans,
        Registration,
        Renewals,
        SecondFactors,
        SecurityEvents,
        Sessions,
        UserPlanCopies,
        UserViews,
        Users,
      ],
    };
  }
}
