import { z } from 'zod';

/** The roles that can be given; each includes the ones before it: reading; changing; sharing (spec 2.4). */
export const givenRole = z.enum(['viewer', 'editor', 'admin']);
export type GivenRole = z.infer<typeof givenRole>;

/**
 * A person or team that something can be shared with. `id` is the service's: a number for a person, a UUID for a team.
 */
export const sharePrincipal = z.object({
  /** As the service says it; `user`, `team` and `organization` are known. */
  kind: z.string(),
  id: z.string().nullable(),
});
export type SharePrincipal = z.infer<typeof sharePrincipal>;

/** One way in which a person can reach something. */
export const shareSource = z.object({
  /** `here`: an entry of the thing itself; `folder`: from a folder above; `rule`: no entry, such as the owner. */
  how: z.enum(['here', 'folder', 'rule']),
  role: z.string(),
  /** By which it is removed; only with `here`, and null where the service did not let us read it. */
  entry: z.string().nullable(),
  /** The folder it comes from, where the service names it. */
  folder: z.object({ id: z.string(), name: z.string().nullable() }).nullable(),
});
export type ShareSource = z.infer<typeof shareSource>;

/** A person or group that can reach something, with every way. */
export const shareRow = z.object({
  /** The same for the same one everywhere. */
  key: z.string(),
  principal: sharePrincipal,
  name: z.string(),
  email: z.string().nullable(),
  /** The strongest of all ways; unknown ones are told as they are. */
  role: z.string(),
  isMe: z.boolean(),
  sources: z.array(shareSource),
});
export type ShareRow = z.infer<typeof shareRow>;

/** What a person can really do with something before and after a change; null: they cannot open it. */
export const accessEffect = z.object({
  /** The same for the same one everywhere; `organization` for everybody in it. */
  key: z.string(),
  name: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  /** Teams through which a person may do more afterwards. Who is in them is not told. */
  teams: z.array(z.string()),
});
export type AccessEffect = Readonly<z.infer<typeof accessEffect>>;

/** Who can reach a file or folder, and why. */
export const sharingView = z.object({
  id: z.string(),
  serviceId: z.string(),
  kind: z.enum(['file', 'folder']),
  name: z.string(),
  /** What the organization is called, where that is known. */
  organization: z.string().nullable(),
  rows: z.array(shareRow),
  /** The folder that a file lies in; null where it is not known. */
  folder: z
    .object({
      id: z.string(),
      name: z.string(),
      /** Who can open the file but not that folder. */
      outside: z.array(z.string()),
      /** What would change for whom if the file were shared only as the folder is. */
      matching: z.array(accessEffect),
    })
    .nullable(),
  /** How many files inside a folder are shared more widely than it; null where it is not known, and for files. */
  wider: z.number().int().nullable(),
  /** Whether the entries could be read: without that nothing can be changed. */
  canChange: z.boolean(),
  /** When it was read, ISO. */
  at: z.string(),
  /** False: the service did not answer, and this is what it said at that time. */
  isFresh: z.boolean(),
});
export type SharingView = z.infer<typeof sharingView>;

/** Who can reach something, in short. */
export const accessBrief = z.object({
  id: z.string(),
  /** Everybody in the organization. */
  isEverybody: z.boolean(),
  /** False where the service does not say who of them is signed in here. */
  hasMe: z.boolean(),
  /** People besides who is signed in, each once. */
  others: z.number().int(),
  /** Teams; who is in them is not told. */
  teams: z.number().int(),
  /** Of a kind that is not known. */
  unknown: z.number().int(),
  /** A few of them. */
  names: z.array(z.string()),
});
export type AccessBrief = z.infer<typeof accessBrief>;

/** A person who could be added. */
const shareCandidate = z.object({
  principal: sharePrincipal,
  name: z.string(),
  email: z.string().nullable(),
});
export type ShareCandidate = z.infer<typeof shareCandidate>;

/** Who was found. `isDirectory`: false where the service does not let its directory be searched (G11). */
export const shareCandidates = z.object({ found: z.array(shareCandidate), isDirectory: z.boolean() });
export type ShareCandidates = z.infer<typeof shareCandidates>;

/** A file that more people can reach than its folder. */
export const widerFile = z.object({
  id: z.string(),
  name: z.string(),
  folder: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** The ways that make it wider. */
  ways: z.array(z.object({ name: z.string(), role: z.string() })),
});
export type WiderFile = z.infer<typeof widerFile>;

/** What a move would change: who could do more with it afterwards than now, and who less. Null: not known. */
export const audienceChange = z.object({
  gains: z.array(accessEffect).nullable(),
  loses: z.array(accessEffect).nullable(),
});
export type AudienceChange = z.infer<typeof audienceChange>;
