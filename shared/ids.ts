declare const brand: unique symbol;
type Branded<T, Name extends string> = T & { readonly [brand]: Name };

/** Our own number for a file or folder in a mirror. Never changes, never reused. */
export type ItemId = Branded<number, 'ItemId'>;
/** Our own id of a mirror: a short word made when it is added, such as `m1`. */
export type MirrorId = Branded<string, 'MirrorId'>;
/** The service's UUID of a file or a folder, in lower case with hyphens. */
export type ServiceId = Branded<string, 'ServiceId'>;
/** The service's UUID of one version of a file. */
export type VersionId = Branded<string, 'VersionId'>;
/** SHA-256 of a file's bytes, as 64 lower-case hexadecimal digits. */
export type Sha256 = Branded<string, 'Sha256'>;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text has the form of a UUID. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
