import { z } from 'zod';

/**
 * Everything the specification leaves open, as one switch each, with the default our local service takes.
 * A client has to work with every setting.
 */
export const switchesSchema = z.object({
  /** What `GET /files/{id}` answers for a removed file, or one in an archived folder: 404, 400, or 200 with `isDeleted`. */
  removedFile: z.enum(['not-found', 'bad-request', 'flagged']).default('not-found'),
  /** How fine the times in answers are; in seconds, two changes within one of them cannot be told apart. */
  timesIn: z.enum(['milliseconds', 'seconds']).default('milliseconds'),
  /** Whether listings show files whose upload was never confirmed. */
  listUnconfirmed: z.boolean().default(false),
  /** Whether one folder may hold two files, or two folders, of one name; otherwise the second is refused with 400. */
  duplicateNames: z.boolean().default(true),
  /** Whether a `baseVersionId` that is no longer the latest version answers 409. */
  enforceBaseVersion: z.boolean().default(true),
  /** Whether confirming a second time answers 200 again; otherwise 400. */
  confirmTwice: z.boolean().default(true),
  /** Whether an upload of no bytes may be initiated; otherwise 400. */
  zeroByteUploads: z.boolean().default(true),
  /** Whether the answer to an initiated upload names the version it will become. */
  initiateNamesVersion: z.boolean().default(true),
  /** Whether the detail of an announced file names the version it will become before it is confirmed. */
  announcedHeads: z.boolean().default(false),
  /** The status for an unknown folder named in a body (the specification documents 400 where we need it). */
  unknownFolderInBody: z.union([z.literal(400), z.literal(404)]).default(400),
  /** The status for a file the caller may not read, of the own organization, where the specification documents both. */
  fileWithoutAccess: z.union([z.literal(403), z.literal(404)]).default(403),
  /** Whether something may be shared with a team; otherwise 400, as the live service answers. */
  teamShares: z.enum(['allowed', 'refused']).default('allowed'),
  /** Of which files working copies may be made: published ones, as the specification's table of states says, or any. */
  workingCopiesOf: z.enum(['published', 'any']).default('published'),
  /** Whether API keys may come to organization endpoints at all; otherwise each answers INSUFFICIENT_SCOPE. */
  keysOnOrganizations: z.boolean().default(true),
  /** The status for a method that a path does not support. */
  unsupportedMethod: z.union([z.literal(401), z.literal(405)]).default(401),
  /** Under which name a presigned download address is sent; `bare` sends a JSON string instead of an object. */
  contentUrlName: z.enum(['url', 'downloadUrl', 'presignedUrl', 'contentUrl', 'signedUrl', 'bare']).default('url'),
  /** Whether a rename or a move also counts `updatedAt` up. */
  placeChangesCount: z.boolean().default(true),
  /** The order of a folder's files when the caller asks for none; `drifting` is another one on every page. */
  listingOrder: z.enum(['name', 'createdAt', 'updatedAt', 'shuffled', 'drifting']).default('name'),
  /** Whether `SortBy` and `SortDirection` count for a folder's files. */
  sortHonoured: z.boolean().default(true),
  /** How many entries `GET /folders/files` answers at most. */
  flatListingCap: z.number().int().min(1).max(100_000).default(200),
  /** How many matches a search by name finds at most, over all its pages; `totalCount` counts no more. */
  searchDepth: z.number().int().min(1).max(1_000_000).default(200),
  /** The largest content of `POST /files/{id}/versions` in bytes, after decoding; larger answers 413. Null: no limit. */
  maxVersionBytes: z.number().int().min(0).nullable().default(null),
  /** The largest upload that may be initiated, in bytes; larger answers 400. Null: no limit. */
  maxUploadBytes: z.number().int().min(0).nullable().default(null),
  /** How long a presigned address works, in seconds. */
  presignedTtlSeconds: z.number().min(0).max(86_400).default(900),
  /** How long a version stays `pending`, and then `running`, in milliseconds each. */
  extractionDelayMs: z.number().int().min(0).max(600_000).default(400),
  /** Whether projects are there at all; the live service answers 404 for them. */
  projects: z.enum(['present', 'absent']).default('present'),
  /** How long an export stays `pending`, in milliseconds. */
  exportDelayMs: z.number().int().min(0).max(86_400_000).default(500),
  /** Whose tasks and agent's memory an export holds: those of who asked for it, or everybody's. */
  exportTasks: z.enum(['own', 'all']).default('own'),
  /** How long the agent takes for each step of its work on a message, in milliseconds; it waits as long before the first. */
  agentStepMs: z.number().int().min(0).max(86_400_000).default(1500),
  /** How long a session's JWT works, in seconds. */
  sessionTtlSeconds: z.number().int().min(1).max(31_536_000).default(28_800),
  /** How long an OAuth access token works, in seconds. */
  accessTokenTtlSeconds: z.number().int().min(1).max(31_536_000).default(900),
  /** How long an OAuth refresh token works, in seconds. */
  refreshTokenTtlSeconds: z.number().int().min(1).max(315_360_000).default(2_592_000),
  /** How long an invitation may be accepted, in seconds; sending it again restarts this time. */
  invitationTtlSeconds: z.number().int().min(1).max(315_360_000).default(604_800),
  /** Whether `DELETE /account/me` needs the caller's own address as `confirm`; a wrong one is refused anyway. */
  deletionNeedsConfirm: z.boolean().default(false),
  /** How long a search does not know of a file that was changed, in milliseconds. */
  searchLagMs: z.number().int().min(0).max(600_000).default(0),
  /** How far the service's clock goes before the real one, in seconds; also in the header `Date`. */
  clockSkewSeconds: z.number().int().min(-864_000).max(864_000).default(0),
  /** Text contents up to so many bytes come as `{content}` in the place of a presigned address. Null: none do. */
  inlineContentBytes: z.number().int().min(0).max(10_000_000).nullable().default(null),
  /** What a page size over the maximum of spec 8 is answered with: 400, or a page of the maximum. */
  oversizedPage: z.enum(['refused', 'clamped']).default('refused'),
  /** Extensions that are refused beside ours, such as `.vi`; the whole list of the live service is not known. */
  moreRefusedExtensions: z.array(z.string().regex(/^\.[^.]+$/)).default([]),
  /** How many bytes an organization's files may have together; more answer 400. Null: no limit. */
  quotaBytes: z.number().int().min(0).nullable().default(null),
  /** Which `visibility` a new folder may have: any text, or only `private` and `organization`; others answer 400. */
  visibilityValues: z.enum(['any', 'known']).default('any'),
  /** Whether a new task takes its `initialMessage`; otherwise that is ignored. */
  initialMessages: z.enum(['taken', 'ignored']).default('taken'),
  /** Whether the object storage sends an `ETag`. */
  storageEtags: z.boolean().default(false),
  /** The host in presigned addresses; both are this computer. */
  storageHost: z.enum(['127.0.0.1', 'localhost']).default('127.0.0.1'),
  /** Whether lists keep their known form, or come all without, all with, or each with the other kind of envelope. */
  listForms: z.enum(['as-known', 'bare', 'paged', 'swapped']).default('as-known'),
  /** Whether a batch of announced uploads is answered by an array or by `{items}`. */
  batchForm: z.enum(['array', 'items']).default('array'),
  /** Groups of optional fields that answers do not have; `test/service/rules/ground/variants.ts` says which fields these are. */
  leftOut: z
    .array(
      z.enum([
        'paging',
        'previousPage',
        'latestVersion',
        'fileSize',
        'fileFolder',
        'fileMime',
        'owner',
        'versionDetails',
        'breadcrumbs',
        'expiry',
      ]),
    )
    .default([]),
  /** What a file's size and type are called: `size` and `mimeType`, or `fileSizeBytes` and `contentType`. */
  fileFieldNames: z.enum(['size', 'fileSizeBytes']).default('size'),
  /** What an upload's address and file are called: `uploadUrl` and `fileId`, or `url` and `id`. */
  uploadTargetNames: z.enum(['uploadUrl', 'url']).default('uploadUrl'),
  /** Whether a message's `metadata` is JSON in a string, or an object. */
  messageMetadata: z.enum(['string', 'object']).default('string'),
  /** The order within a page of messages. */
  messageOrder: z.enum(['ascending', 'descending']).default('ascending'),
  /** The status of answers that have nothing to say. */
  emptyAnswers: z.union([z.literal(204), z.literal(200)]).default(204),
  /** Whether `PUT` and `PATCH` answer what they changed, or an empty body, which is legal with any 2xx. */
  changesAnswer: z.enum(['body', 'empty']).default('body'),
  /** Whether error bodies are as section 7 says, lack their code, or are empty, as proxies make them. */
  errorForm: z.enum(['full', 'without-code', 'empty']).default('full'),
  /** At most so many requests per key in so many seconds; more answer 429 with `Retry-After`. Null: no limit. */
  rateLimit: z
    .object({ requests: z.number().int().min(1), perSeconds: z.number().min(0.05).max(3600) })
    .nullable()
    .default(null),
});

export type Switches = z.infer<typeof switchesSchema>;

/** The defaults, with some of them set otherwise. @throws ZodError for a value out of range. */
export function switchesWith(changes: Partial<Switches> = {}): Switches {
  return switchesSchema.parse(changes);
}
