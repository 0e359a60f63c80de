import { Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { FollowedKeys, type KeySettings } from '@palisade/edge-state';

export type { KeySettings } from '@palisade/edge-state';

/** Switches to keys that were checked before. */
type Change = () => void | Promise<void>;
/** Looks whether keys will do, and says how to go over to them. @throws Error where they will not */
export type PrepareKeys = (settings: KeySettings) => Change;

/**
 * Keys, certificates and passwords that change while the service runs, as `FollowedKeys` reads them. All users of keys
 * check them first: if one refuses, everybody keeps the former ones. Then each switches, beginning with those that may
 * still fail.
 */
export class KeyFile implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(KeyFile.name);
  private readonly users: PrepareKeys[] = [];
  /** Users whose switch involves other servers, which may refuse. */
  private readonly doubtful: PrepareKeys[] = [];
  /** null: keys stay as they were at the start. */
  private readonly keys: FollowedKeys | null;
  /** Whether some users have other keys than the rest. */
  private isMixed = false;

  /** @param place the file or folder; absent: keys stay as they were at the start */
  constructor(place: string | undefined) {
    this.keys = place
      ? new FollowedKeys(place, {
          goOver: (settings, leave) => this.goOver(settings, leave),
          onUsed: () => this.logger.log('keys and certificates reloaded'),
          onRefused: (error, againInMs) => this.refused(error, againInMs),
        })
      : null;
  }

  /**
   * Fingerprint of the keys that all users have (`keyFingerprint`); null where no file is followed, or they do not have
   * the same.
   */
  get fingerprint(): string | null {
    return this.keys?.fingerprint ?? null;
  }

  /** Since when the file has had keys that are not in use; 0: they are. */
  get behindSeconds(): number {
    return this.keys?.behindSeconds ?? 0;
  }

  use(prepare: PrepareKeys): void {
    this.users.push(prepare);
  }

  /** As `use`, for a change that may fail although the keys will do: a server refuses a login, for example. It leaves all as it was then. */
  useDoubtful(prepare: PrepareKeys): void {
    this.doubtful.push(prepare);
  }

  /** A change between reading the environment and the first check would otherwise go unnoticed. */
  async onApplicationBootstrap(): Promise<void> {
    await this.keys?.start();
  }

  onApplicationShutdown(): void {
    this.keys?.stop();
  }

  private async goOver(settings: KeySettings, leave: () => void): Promise<void> {
    const [doubtful, sure] = [this.doubtful, this.users].map((users) =>
      users.map((prepare) => prepare(settings)),
    ) as [Change[], Change[]];
    const begin = () => {
      leave();
      this.isMixed = true;
    };
    for (const change of doubtful) {
      await change();
      begin();
    }
    begin();
    for (const change of sure) await change();
    this.isMixed = false;
  }

  private refused(err: unknown, againInMs: number): void {
    const message = this.isMixed
      ? 'not all of the service has the new keys'
      : 'the new keys will not do; those before stay';
    this.logger.error({ err, againInMs }, message);
  }
}
