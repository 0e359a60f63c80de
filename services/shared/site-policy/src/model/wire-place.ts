import type { edgeV1 } from '@palisade/contracts';

type MemberNames<Message> = Exclude<keyof Message, '$typeName' | '$unknown'> & string;

/**
 * Where in the signed document a field stands, such as `policy.cache.defaultTtlSeconds`: only places whose values are of
 * the given type. Types only, so that the SPA does not load the protobuf runtime.
 */
export type WirePlace<Value, Message = edgeV1.SiteConfig, Prefix extends string = ''> = {
  [Name in MemberNames<Message>]: NonNullable<Message[Name]> extends Value
    ? `${Prefix}${Name}`
    : NonNullable<Message[Name]> extends { $typeName: string }
      ? WirePlace<Value, NonNullable<Message[Name]>, `${Prefix}${Name}.`>
      : never;
}[MemberNames<Message>];

/** Enums of the document that encode a choice. */
export type WireEnum =
  | 'EngineMode'
  | 'FailurePolicy'
  | 'ChallengeMode'
  | 'BeyondInspection'
  | 'CrawlerAction'
  | 'LeakedPasswordAction'
  | 'DeceptionAction'
  | 'RecordingMode'
  | 'LogAddresses'
  | 'TlsVersion'
  | 'CipherProfile'
  | 'ClientCertificateMode'
  | 'OriginClientCertificate';
export type WireEnumName<Enum extends WireEnum> = keyof (typeof edgeV1)[Enum] & string;
